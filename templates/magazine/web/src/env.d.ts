declare namespace App {
  interface Locals {
    /** Shown by every page; `null` while the service does not answer. */
    site: import('./lib/site').Site | null
    /** The draft that this reader was given a link to. */
    preview: import('./lib/preview').Preview | null
  }
}
