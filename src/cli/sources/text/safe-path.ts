/** A relative path with slashes that cannot lead out of the folder it is looked for in; `''` if nothing is left of it. */
export function safePath(path: string): string {
  return path
    .split(/[/\\]/)
    .filter((part) => part !== '' && part !== '.' && part !== '..' && !/^[A-Za-z]:$/.test(part))
    .join('/')
}
