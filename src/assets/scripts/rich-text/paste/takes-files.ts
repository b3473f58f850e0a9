/**
 * Tells whether the user means to paste the files on the clipboard. Programs add a picture to copied text or tables,
 * and browsers add an element to a copied picture.
 */
export function takesFiles(data: DataTransfer | null): boolean {
  if (!data || data.files.length === 0) return false
  const html = data.getData('text/html')
  if (html === '') return true
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll('style, script, title')) element.remove()
  return body.textContent?.trim() === '' && body.querySelectorAll('img').length <= 1
}
