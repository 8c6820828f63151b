/** The linter's rules; prettier lays the code out. */
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

/** A parent does not see the types of a component's props through eslint: svelte-check sees them, and is as strict. */
const seenBySvelteCheck = ['assignment', 'argument', 'call', 'member-access', 'return'];

export default defineConfig(
    { ignores: ['node_modules/', 'gen/', 'public/', '**/*.gen.*'] },
    js.configs.recommended,
    ts.configs.recommendedTypeChecked,
    svelte.configs.recommended,
    {
        languageOptions: {
            globals: { ...globals.browser, ...globals.node },
            parserOptions: { projectService: { allowDefaultProject: ['*.js'] }, extraFileExtensions: ['.svelte'] },
        },
        rules: {
            '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
            // Maps and sets are values here: made in a function, or replaced whole.
            'svelte/prefer-svelte-reactivity': 'off',
            // A blank that begins a block is written so: as plain text the compiler drops it.
            'svelte/no-useless-mustaches': 'off',
        },
    },
    {
        files: ['**/*.svelte', '**/*.svelte.ts'],
        languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    },
    {
        files: ['**/*.svelte'],
        rules: Object.fromEntries(seenBySvelteCheck.map((what) => [`@typescript-eslint/no-unsafe-${what}`, 'off'])),
    },
);
