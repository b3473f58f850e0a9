/** @jsxRuntime automatic @jsxImportSource hono/jsx */

import { t } from '../../messages/translate.ts'
import { Icon } from '../../ui/icon.tsx'

/** Button that opens the command palette. Ctrl or Cmd with K opens it too, except in the rich text editor. */
export function PaletteButton() {
  return (
    <button
      type="button"
      class="btn text-muted-foreground"
      data-variant="outline"
      data-size="sm"
      data-palette
      hidden
      aria-keyshortcuts="Control+K Meta+K"
    >
      <Icon name="search" />
      <span class="max-sm:sr-only">{t('Search')}</span>
      <kbd class="kbd max-sm:hidden">Ctrl K</kbd>
    </button>
  )
}

/** The command palette, which searches by name or text. Its list is loaded while the user types. */
export function Palette() {
  return (
    <dialog
      id="palette"
      aria-label={t('Search everything')}
      class="m-auto mt-[12vh] w-[min(36rem,calc(100vw-2rem))] overflow-hidden rounded-lg border bg-popover p-0 text-popover-foreground shadow-lg backdrop:bg-black/50"
    >
      <input
        type="search"
        role="combobox"
        class="w-full border-b bg-transparent px-4 py-3 outline-none"
        aria-label={t('Search everything')}
        aria-expanded="true"
        aria-controls="palette-list"
        aria-autocomplete="list"
        autocomplete="off"
        data-max={200}
        placeholder={t('Search documents, files, pages, actions …')}
        data-failed={t('The list is not available at the moment. Try again.')}
      />
      <div id="palette-list" role="listbox" aria-label={t('Results')} class="max-h-[50vh] overflow-y-auto" />
    </dialog>
  )
}
