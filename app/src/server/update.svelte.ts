/** Offers a newer build, never takes it automatically. Service workers need https or localhost: elsewhere `possible` is false. */
import { t } from '../texts/texts.svelte.ts';
import { toasts } from '../shell/toast.svelte.ts';

class Update {
  readonly possible = 'serviceWorker' in navigator && isSecureContext;
  /** Whether the app opens without a network. */
  offlineReady = $state(false);

  watch(): void {
    if (!this.possible || import.meta.env.DEV) return;
    void import('virtual:pwa-register').then(({ registerSW }) => {
      const now = registerSW({
        onNeedRefresh: () => toasts.tell(t('app.update'), t('app.update.now'), () => void now(true), 86_400_000),
        onOfflineReady: () => {
          this.offlineReady = true;
        },
      });
    });
    void navigator.serviceWorker.ready.then(() => {
      this.offlineReady = true;
    });
  }
}

export const update = new Update();
