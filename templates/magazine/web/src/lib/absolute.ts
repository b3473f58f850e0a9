/** An address of this site in full: below `SITE_URL`, or below where it was requested. */
export function absolute(path: string, requested: URL): string {
  return new URL(path, process.env.SITE_URL ?? requested.origin).href
}
