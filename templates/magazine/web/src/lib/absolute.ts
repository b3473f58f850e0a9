/** Returns the absolute address of a path on this website: at `SITE_URL`, or else at the origin of the request. */
export function absolute(path: string, requested: URL): string {
  return new URL(path, process.env.SITE_URL ?? requested.origin).href
}
