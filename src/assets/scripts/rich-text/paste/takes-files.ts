/**
 * Tells whether files are what somebody means: programs put a picture of the whole beside a text or a table that is copied, and
 * browsers the element beside a picture.
 */
export function takesFiles(data: DataTransfer | null): boolean {
  if (!data || data.files.length === 0) return false
  const html = data.getData('text/html')
  if (html === '') return true
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll('style, script, title')) element.remove()
  return body.textContent?.trim() === '' && body.querySelectorAll('img').length <= 1
}
