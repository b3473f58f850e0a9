declare namespace App {
  interface Locals {
    /** In which the page is shown, as its address says. */
    language: import('./lib/locale').Language
    /** Shown by every page; `null` while the service does not answer. */
    site: import('./lib/site').Site | null
    /** The drafts that this reader was given links to. */
    previews: readonly import('./lib/preview').Preview[]
  }
}
