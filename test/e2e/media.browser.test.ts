import { expect, it } from 'vitest'
import { as, counter } from '../harness/as.ts'
import { quarters } from '../plugins/core-media/pictures.ts'
import { formOf, ROOT, SECRET } from '../plugins/core-media/service.ts'
import { violationsOn } from './axe.ts'
import { sharedSite } from './browser.ts'

const site = sharedSite({ root: ROOT, vars: { MEDIA_URL_SECRET: SECRET } })
const editor = as('editor')
const next = counter()

const picture = (width = 100 + next(), height = 80) => quarters(width, height).png().toBuffer()
const inputFile = async (name: string) => ({ name, mimeType: 'image/png', buffer: await picture() })

async function stored(name: string, fields: Record<string, string> = {}, size: [number, number] = [100 + next(), 80]) {
  const file = { bytes: await picture(...size), name, type: 'image/png' }
  const encoded = new Response(formOf([file], fields))
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '', ...editor }
  const body = new Uint8Array(await encoded.arrayBuffer())
  const answer = await site.service.fetch('/api/media/upload', { method: 'POST', headers, body })
  return ((await answer.json()) as { data: { id: string } }).data.id
}

const read = async (id: string) => (await site.service.json(`/api/media/${id}`, { headers: editor })).body.data
const inFolder = async (folder: string) =>
  (await site.service.json(`/api/media?limit=100&folder=${encodeURIComponent(folder)}`, { headers: editor })).body

it('uploads twenty files that were chosen, and one that was dropped, each with its progress', async () => {
  await site.service.json('/api/media/create-folder', { body: { name: 'twenty' }, headers: editor })
  const page = await site.open({ headers: editor })
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await page.goto('/admin/media/?folder=twenty')
  await page.getByText('No files here yet', { exact: true }).waitFor()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('link', { name: 'Upload files' }).click()
  const files = await Promise.all(Array.from({ length: 20 }, (_, index) => inputFile(`holiday ${index + 1}.png`)))
  await (await chooser).setFiles(files)
  await page.getByRole('progressbar', { name: 'holiday 20.png' }).waitFor()
  await page.getByText(/20 of 20 uploaded/).waitFor()
  expect(await page.locator('[data-upload-state=done]').count()).toBe(20)
  await page.getByText(/20 files/).waitFor()
  await page.evaluate(
    ([content]) => {
      const transfer = new DataTransfer()
      const bytes = Uint8Array.from(atob(content ?? ''), (character) => character.charCodeAt(0))
      transfer.items.add(new File([bytes], 'dropped.png', { type: 'image/png' }))
      for (const type of ['dragenter', 'dragover', 'drop']) {
        document
          .querySelector('main')
          ?.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: transfer }))
      }
    },
    [(await picture()).toString('base64')],
  )
  await page.getByText(/21 of 21 uploaded/).waitFor()
  await page.getByText(/21 files/).waitFor()
  expect((await inFolder('twenty')).pagination.total).toBe(21)
  expect(complaints).toEqual([])
})

it('says which files were refused, and why, and sends again what the line lost', async () => {
  const page = await site.open({ headers: editor })
  await page.goto('/admin/media/?folder=again')
  const input = page.locator('[data-media-uploader] input[type=file]')
  await page.route('**/api/media/upload', (route) => route.abort('connectionfailed'))
  await input.setInputFiles([
    await inputFile('lost.png'),
    { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<html>') },
    { name: 'liar.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') },
  ])
  await page.getByText(/0 of 3 uploaded, 3 failed/).waitFor()
  await page.getByText('Files of this type are not accepted', { exact: true }).waitFor()
  await page
    .getByText(/The connection was lost\./)
    .first()
    .waitFor()
  await page.unroute('**/api/media/upload')
  await page.locator('li', { hasText: 'lost.png' }).getByRole('button', { name: 'Try again' }).click()
  await page.locator('li', { hasText: 'liar.png' }).getByRole('button', { name: 'Try again' }).click()
  await page.getByText(/1 of 3 uploaded, 2 failed/).waitFor()
  // What the service refuses once it would refuse again.
  for (const name of ['page.html', 'liar.png']) {
    const line = page.locator('[data-upload-state=refused]', { hasText: name })
    await line.waitFor()
    expect(await line.locator('button:visible, progress:visible').count()).toBe(0)
  }
  expect((await inFolder('again')).data).toMatchObject([{ originalName: 'lost.png' }])
})

it('sends a large file in parts, and goes on where it was broken off', async () => {
  const page = await site.open({ headers: editor })
  await page.goto('/admin/media/')
  const sent: string[] = []
  page.on('request', (request) => {
    const part = /parts\/(\d+)$/.exec(request.url())?.[1]
    if (part !== undefined && request.method() === 'PUT') sent.push(part)
  })
  await page.route('**/parts/2', (route) => route.fulfill({ status: 403, contentType: 'text/plain', body: 'no' }))
  const text = { name: 'large.txt', mimeType: 'text/plain', buffer: Buffer.alloc(9_000_000, 'a line of text\n') }
  const input = page.locator('[data-media-uploader] input[type=file]')
  await page.evaluate(() => {
    // The same file, chosen twice, has the same time.
    Object.defineProperty(File.prototype, 'lastModified', { value: 1_700_000_000_000 })
  })
  await input.setInputFiles(text)
  await page.getByText(/0 of 1 uploaded, 1 failed/).waitFor()
  await page.unroute('**/parts/2')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText(/1 of 1 uploaded/).waitFor()
  expect(sent.filter((part) => part === '2').length).toBeGreaterThan(1)
  const { body } = await site.service.json('/api/media?q=large.txt', { headers: editor })
  expect(body.data).toMatchObject([{ originalName: 'large.txt', size: 9_000_000 }])
})

it('describes a file and sets its focal point by a click and by the keyboard', async () => {
  const id = await stored('described.png', {}, [400, 200])
  const page = await site.open({ headers: editor })
  await page.goto(`/admin/media/${id}/details`)
  await page.getByLabel('Title').fill('The four quarters')
  await page.getByLabel('Alternative text').fill('Red, green, blue and white')
  const point = page.getByRole('button', { name: 'Focal point: move' })
  await point.waitFor()
  const box = await page.locator('[data-media-focal]').boundingBox()
  if (!box) throw new Error('the picture is not shown')
  await page.mouse.click(box.x + box.width * 0.25, box.y + box.height * 0.5)
  await point.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  const item = await read(id)
  expect(item).toMatchObject({ title: 'The four quarters', alt: 'Red, green, blue and white' })
  expect(item.focalPoint.x).toBeCloseTo(0.26, 1)
  expect(item.focalPoint.y).toBeCloseTo(0.6, 1)
})

it('crops by dragging and by the keyboard, in a shape', async () => {
  const id = await stored('cropped.png', {}, [400, 200])
  const page = await site.open({ headers: editor })
  await page.goto(`/admin/media/${id}/crop`)
  await page.getByLabel('Shape').selectOption('1:1')
  expect(await page.getByLabel('Width').inputValue()).toBe('200')
  expect(await page.getByLabel('From the left').inputValue()).toBe('100')
  const corner = page.getByRole('button', { name: 'Corner at the bottom right' })
  const at = await corner.boundingBox()
  const area = await page.locator('[data-crop-area]').boundingBox()
  if (!at || !area) throw new Error('the frame is not shown')
  const [x, y] = [at.x + at.width / 2, at.y + at.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - area.width / 4, y - area.height / 2, { steps: 4 })
  await page.mouse.up()
  expect(Number(await page.getByLabel('Width').inputValue())).toBeCloseTo(100, -1)
  const handle = page.getByRole('button', { name: 'Part: move it' })
  await handle.focus()
  await page.keyboard.press('Shift+ArrowLeft')
  expect(Number(await page.getByLabel('From the left').inputValue())).toBeLessThan(100)
  await page.getByLabel('Width').fill('50')
  await page.getByLabel('Height').fill('40')
  await page.getByRole('button', { name: 'Create a new picture' }).click()
  await page.getByRole('link', { name: 'Open the new file' }).click()
  await page.getByText(/50 × 40 px/).waitFor()
  expect(await read(id)).toMatchObject({ width: 400, height: 200 })
})

it('moves files into a folder, selected by the keyboard and by a range', async () => {
  for (const name of ['one.png', 'two.png', 'three.png', 'four.png']) await stored(name, { folder: 'from' })
  const page = await site.open({ headers: editor })
  await page.goto('/admin/media/?folder=from&sort=originalName')
  await page.getByText('New folder', { exact: true }).click()
  await page.locator('details[open]').getByLabel('Name').fill('inner')
  await page.keyboard.press('Enter')
  await page.getByText('Folder created', { exact: true }).waitFor()
  await page.goto('/admin/media/?folder=from&sort=originalName')
  await page.getByRole('link', { name: /^four.png/ }).focus()
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('x')
  await page.getByText(/2 selected/).waitFor()
  await page.getByLabel('Select four.png').uncheck()
  await page.getByLabel('Select one.png').uncheck()
  await page.getByLabel('Select one.png').check()
  await page.getByLabel('Select two.png').click({ modifiers: ['Shift'] })
  await page.getByText(/3 selected/).waitFor()
  await page.getByLabel('Move to folder').selectOption('from/inner')
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByText(/3 files moved/).waitFor()
  const moved = (await inFolder('from/inner')).data.map((item: { originalName: string }) => item.originalName)
  expect(moved.toSorted()).toEqual(['one.png', 'three.png', 'two.png'])
})

it('does not delete what a document shows', async () => {
  const id = await stored('in use.png')
  const story = { title: 'It shows the picture', cover: id }
  await site.service.json('/api/stories', { body: story, headers: editor })
  const page = await site.open({ headers: editor })
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(`/admin/media/${id}/details`)
  await page.getByText(/1 document shows this file\./).waitFor()
  await page.getByRole('button', { name: 'Delete file' }).click()
  await page.getByText('The file is still in use', { exact: true }).waitFor()
  expect(await page.getByRole('link', { name: 'It shows the picture' }).getAttribute('href')).toContain(
    '/admin/content/',
  )
  await page.getByLabel('Remove it from these documents').check()
  await page.getByRole('button', { name: 'Delete file' }).click()
  await page.getByText(/1 file deleted/).waitFor()
  expect((await site.service.json(`/api/media/${id}`, { headers: editor })).status).toBe(404)
})

it('searches while somebody types', async () => {
  await stored('haystack.png')
  await stored('needle in it.png')
  const page = await site.open({ headers: editor })
  await page.goto('/admin/media/')
  await page.getByRole('link', { name: /haystack/ }).waitFor()
  await page.getByRole('searchbox', { name: 'Search' }).fill('needle')
  await page.getByRole('link', { name: /haystack/ }).waitFor({ state: 'detached' })
  await page.getByLabel('Select needle in it.png').check()
  await page.getByText(/1 selected/).waitFor()
})

it('lets a host choose a file in a dialog: by the keyboard, and by pasting a new one', async () => {
  const id = await stored('choose me.png')
  const page = await site.open({ headers: editor })
  await page.goto('/admin/media/')
  await page.evaluate(() => {
    const host = document.createElement('div')
    host.dataset.mediaPicker = '/admin/media/search?pick=image'
    const button = document.createElement('button')
    button.dataset.mediaOpen = ''
    button.textContent = 'Choose a picture'
    host.append(button)
    host.addEventListener('lintel:media-picked', (event) => {
      host.dataset.chosen = JSON.stringify((event as CustomEvent).detail)
    })
    document.querySelector('main')?.append(host)
    document.dispatchEvent(new Event('lintel:added'))
  })
  const chosen = async () => JSON.parse((await page.locator('[data-media-picker]').getAttribute('data-chosen')) ?? '{}')
  await page.getByRole('button', { name: 'Choose a picture' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Choose from the library' })
  await dialog.getByRole('searchbox').fill('choose')
  const choice = dialog.getByRole('button', { name: 'choose me.png' })
  await expect.poll(() => dialog.locator('[data-media-choice]').count()).toBe(1)
  await choice.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(await chosen()).toMatchObject({ id, label: 'choose me.png', type: 'image/png' })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Choose a picture')
  await page.getByRole('button', { name: 'Choose a picture' }).click()
  await dialog.getByRole('searchbox').waitFor()
  await page.evaluate(
    ([content]) => {
      const clipboardData = new DataTransfer()
      const bytes = Uint8Array.from(atob(content ?? ''), (character) => character.charCodeAt(0))
      clipboardData.items.add(new File([bytes], 'pasted.png', { type: 'image/png' }))
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [(await picture()).toString('base64')],
  )
  await dialog.waitFor({ state: 'detached' })
  expect(await chosen()).toMatchObject({ label: 'pasted.png' })
})

it('fills a field of a document from the library', async () => {
  const id = await stored('for a story.png')
  const page = await site.open({ headers: editor })
  await page.goto('/admin/content/new?collection=stories')
  await page.getByLabel('Title', { exact: false }).first().fill('With a cover')
  await page.getByRole('button', { name: 'Choose Cover from the library' }).click()
  await page.getByRole('dialog').getByRole('searchbox').fill('for a story')
  await expect.poll(() => page.locator('[data-media-choice]').count()).toBe(1)
  await page.getByRole('button', { name: 'for a story.png' }).click()
  expect(await page.locator('input[name=cover]').inputValue()).toBe(id)
})

it('is no wider than a small screen', async () => {
  const id = await stored('narrow.png', { folder: 'a folder with a long name/and one within it that is longer' })
  const page = await site.open({ headers: as('admin'), width: 360 })
  for (const path of [
    '/admin/media/',
    '/admin/media/?view=list',
    '/admin/media/?folder=a+folder+with+a+long+name%2Fand+one+within+it+that+is+longer&view=grid',
    '/admin/media/upload',
    '/admin/media/settings',
    `/admin/media/${id}/details`,
    `/admin/media/${id}/crop`,
  ]) {
    await page.goto(path)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360)
  }
})

it.each(['light', 'dark'])(
  'can be used by everybody: %s',
  async (theme) => {
    const id = await stored('seen by all.png', { folder: 'seen' })
    const secret = await stored('secret.png', { private: 'true' })
    const page = await site.open({ headers: as('admin'), dark: theme === 'dark' })
    const found: string[] = []
    const look = async (what: string) => found.push(...(await violationsOn(page)).map((line) => `${what}: ${line}`))
    for (const path of [
      '/admin/media/?folder=seen',
      '/admin/media/?view=list',
      '/admin/media/?q=none+of+them&view=grid',
      '/admin/media/upload',
      '/admin/media/settings',
      `/admin/media/${id}/details`,
      `/admin/media/${secret}/details?lifetime=3600`,
      `/admin/media/${id}/crop`,
    ]) {
      await page.goto(path)
      await look(path)
    }
    await page.goto('/admin/media/?folder=seen')
    await page.getByLabel('Select seen by all.png').first().check()
    await page
      .locator('[data-media-uploader] input[type=file]')
      .setInputFiles([{ name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<html>') }])
    await page.getByText(/0 of 1 uploaded, 1 failed/).waitFor()
    await look('an upload')
    await page.goto('/admin/content/new?collection=stories')
    await page.getByRole('button', { name: 'Choose Cover from the library' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'seen by all.png' }).first().waitFor()
    await page.waitForTimeout(400) // until the dialog has faded in: half transparent text has no contrast
    await look('the picker')
    expect(found).toEqual([])
  },
  60_000,
)
