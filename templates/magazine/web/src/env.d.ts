declare namespace App {
  interface Locals {
    /** Language of the page, from its address. */
    language: import('./lib/locale').Language
    /** Data that all pages share; `null` if the service does not respond. */
    site: import('./lib/site').Site | null
    /** Drafts that this reader has opened with preview links. */
    previews: readonly import('./lib/preview').Preview[]
  }
}
