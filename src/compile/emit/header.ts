/** Returns the two header lines of a generated text: what it was made from, and by which command. */
export function header(
  comment: string,
  madeFrom = 'cms.config.ts and the files that it imports',
  command = 'cms build',
): string {
  return `${comment} Made from ${madeFrom}.\n${comment} By \`${command}\`; changes made here are lost.\n`
}
