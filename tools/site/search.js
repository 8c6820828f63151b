/* The search of the site: a box, an index that is loaded when the box is first used, and links. It asks nobody. */
(() => {
  'use strict';
  const place = document.querySelector('.search');
  if (!place) return;
  const { index, root, label, none, found } = place.dataset;
  const box = document.createElement('input');
  box.type = 'search';
  box.autocomplete = 'off';
  box.placeholder = label;
  box.setAttribute('aria-label', label);
  box.setAttribute('aria-controls', 'found');
  const list = document.createElement('ul');
  list.id = 'found';
  list.hidden = true;
  const told = document.createElement('p');
  told.setAttribute('role', 'status');
  told.className = 'told';
  place.append(box, told, list);

  let pages = null;
  globalThis.sikwuIndex = (rows) => {
    pages = rows.map(([title, path, names, text]) => ({ title, path, names, all: plain([title, names.map(([name]) => name).join(' '), text].join(' ')) }));
    show();
  };
  const plain = (text) => text.toLowerCase().normalize('NFKD').replace(/[\u0300-\u036f]/g, '');
  function load() {
    if (document.querySelector('script[data-index]')) return;
    const script = document.createElement('script');
    script.dataset.index = '';
    script.src = index;
    document.head.append(script);
  }

  /* Every word must be in the page; the title counts most, then a heading, and whole words more than parts. */
  function worth(page, words) {
    let sum = 0;
    const title = plain(page.title);
    for (const word of words) {
      if (!page.all.includes(word)) return 0;
      sum += title === word ? 60 : title.startsWith(word) ? 30 : title.includes(word) ? 20 : 1;
      if (page.names.some(([name]) => plain(name).includes(word))) sum += 8;
    }
    return sum - page.path.length / 100;
  }
  function show() {
    const words = plain(box.value).split(/\s+/).filter(Boolean);
    list.replaceChildren();
    list.hidden = !words.length || !pages;
    told.textContent = '';
    if (list.hidden) return;
    const best = pages
      .map((page) => [worth(page, words), page])
      .filter(([sum]) => sum > 0)
      .sort(([a], [b]) => b - a)
      .slice(0, 12);
    for (const [, page] of best) {
      const near = page.names.find(([name]) => words.every((word) => plain(name).includes(word)));
      const link = document.createElement('a');
      link.href = root + page.path + (near && !words.every((word) => plain(page.title).includes(word)) ? `#${near[1]}` : '');
      link.textContent = page.title;
      const item = document.createElement('li');
      item.append(link);
      if (near && near[0] !== page.title) item.append(` · ${near[0]}`);
      list.append(item);
    }
    told.textContent = best.length ? found.replace('0', String(best.length)) : none;
  }
  box.addEventListener('focus', load);
  box.addEventListener('input', () => (pages ? show() : load()));
  place.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      box.value = '';
      show();
      box.focus();
    }
  });
})();
