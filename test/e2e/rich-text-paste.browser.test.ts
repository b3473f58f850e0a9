import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { sharedSite } from './browser.ts'
import { openStory, paragraph, paste, row, text } from './rich-text-editor.ts'

const site = sharedSite({ root: fileURLToPath(new URL('../fixtures/rich-text', import.meta.url)) })

const item = (value: string, ...more: object[]) => ({ type: 'listItem', content: [paragraph(value), ...more] })

async function pasted(formats: Readonly<Record<string, string>>, keys?: string) {
  const { page, saved } = await openStory(site, [paragraph()])
  await page.locator('[role=textbox][aria-label=Body]').click()
  await paste(page, formats, keys)
  return { page, saved }
}

/** As Word writes it: each item a paragraph, whose sign stands in a span to be ignored. */
const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15">
<style><!-- p.MsoNormal {margin:0cm;} --></style></head><body lang=EN-GB><!--StartFragment-->
<h2>Ports<o:p></o:p></h2>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]><span>Kiel<o:p></o:p></span></p>
<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span><span
style='mso-list:Ignore'>1.<span>&nbsp;&nbsp; </span></span></span><![endif]>Canal</p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]>Oslo</p>
<table class=MsoTableGrid border=1><tr style='mso-yfti-irow:0'><td width=301 style='border:solid 1.0pt'><p class=MsoNormal>A<o:p></o:p></p></td>
<td width=301><p class=MsoNormal><b>B</b><o:p></o:p></p></td></tr></table>
<!--EndFragment--></body></html>`

it('takes lists, headings and tables from Word', async () => {
  const { saved } = await pasted({ 'text/html': WORD, 'text/plain': 'Ports' })
  expect(await saved()).toMatchObject([
    { type: 'heading', attrs: { level: 2 }, content: [text('Ports')] },
    {
      type: 'bulletList',
      content: [item('Kiel', { type: 'orderedList', content: [item('Canal')] }), item('Oslo')],
    },
    {
      type: 'table',
      content: [
        {
          type: 'tableRow',
          content: [
            { type: 'tableCell', content: [paragraph('A')] },
            { type: 'tableCell', content: [{ type: 'paragraph', content: [text('B', { type: 'bold' })] }] },
          ],
        },
      ],
    },
    paragraph(),
  ])
})

/** As Google Docs writes it: all formatting in styles, in a `b` that is not bold. */
const DOCS = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-0b1c"><p dir="ltr"
style="line-height:1.38;margin-top:0pt;"><span style="font-size:11pt;font-weight:400;">Plain, </span><span
style="font-size:11pt;font-weight:700;">bold</span><span style="font-weight:400;font-style:italic;"> and italic</span></p>
<div dir="ltr" align="left"><table style="border:none;"><colgroup><col width="312" /><col width="312" /></colgroup><tbody><tr
style="height:0pt"><td style="border:solid #000 1pt;"><p dir="ltr"><span>A</span></p></td><td><p dir="ltr"><span>B</span></p></td></tr></tbody></table></div></b>`

it('takes formatting and tables from Google Docs', async () => {
  const { saved } = await pasted({ 'text/html': DOCS, 'text/plain': 'Plain' })
  expect(await saved()).toEqual([
    {
      type: 'paragraph',
      content: [text('Plain, '), text('bold', { type: 'bold' }), text(' and italic', { type: 'italic' })],
    },
    { type: 'table', content: [row('tableCell', 'A', 'B')] },
    paragraph(),
  ])
})

const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

it('leaves the names of pictures that cannot be read, and says how many there are', async () => {
  const html = `<p>Before <img src="file:///C:/Temp/msohtmlclip1/01/clip_image001.png" width=10> after</p><p><img
src="file:///C:/Temp/harbour%20view.jpg" alt="The harbour"></p><p><img src="data:image/png;base64,${DOT}"></p><p><img
src="https://example.com/kept.png" alt="Kept"></p>`
  const { page, saved } = await pasted({ 'text/html': html, 'text/plain': 'Before after' })
  await page
    .getByRole('alert')
    .getByText(/Pictures that could not be pasted: 3\./)
    .waitFor()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/paste-lost.png` })
  expect(await saved()).toMatchObject([
    paragraph('Before [Picture missing: clip_image001.png] after'),
    paragraph('[Picture missing: The harbour]'),
    paragraph('[Picture missing: unnamed]'),
    { type: 'image', attrs: { src: 'https://example.com/kept.png', alt: 'Kept' } },
    paragraph(),
  ])
})

const MARKDOWN = '## Ports\n\n- Kiel\n- **Oslo**\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\nEnd'

it('reads Markdown, as one step that is undone at once', async () => {
  const { page, saved } = await pasted({ 'text/plain': MARKDOWN })
  const body = page.locator('[role=textbox][aria-label=Body]')
  await body.getByRole('heading', { name: 'Ports' }).waitFor()
  await body.press('Control+Z')
  expect((await body.innerText()).trim()).toBe('')
  await body.press('Control+Shift+Z')
  expect(await saved()).toEqual([
    { type: 'heading', attrs: { level: 2 }, content: [text('Ports')] },
    {
      type: 'bulletList',
      content: [
        item('Kiel'),
        { type: 'listItem', content: [{ type: 'paragraph', content: [text('Oslo', { type: 'bold' })] }] },
      ],
    },
    { type: 'table', content: [row('tableHeader', 'A', 'B'), row('tableCell', '1', '2')] },
    paragraph('End'),
  ])
})

it('leaves it as it is with Ctrl+Shift+V', async () => {
  const { saved } = await pasted({ 'text/plain': '## **Ports**\nhttps://example.com ' }, 'Control+Shift+V')
  expect(await saved()).toEqual([paragraph('## **Ports**'), paragraph('https://example.com ')])
})
