import { html, raw } from 'hono/html'
import type { Content, Sender } from './content.ts'
import { STYLE } from './style.ts'
import { greeting } from './text.ts'

/**
 * Formats a message as HTML that looks alike in all mail clients: nested tables with `role="presentation"`, inline
 * styles, and colors that remain readable when a client darkens them. All content is escaped.
 */
export async function layOutHtml(content: Content, sender: Sender): Promise<string> {
  const { subject, preview, title, name, paragraphs, action, also, code, notes } = content
  const page = html`<!doctype html>
<html lang="en" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${raw(STYLE)}</style>
</head>
<body class="page" style="margin:0;padding:0;width:100%;background-color:#f3f4f6;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;color:#f3f4f6">${preview}${raw('&#847;&zwnj;&nbsp;'.repeat(40))}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;background-color:#f3f4f6">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:560px">
<tr><td align="left" style="padding:0 8px 20px 8px">${head(sender)}</td></tr>
<tr><td class="card" align="left" style="padding:32px;background-color:#ffffff;border:1px solid #e5e7eb;border-radius:12px">
<h1 class="ink" style="margin:0 0 16px 0;font-family:${FONT};font-size:22px;line-height:30px;font-weight:700;color:#111827">${title}</h1>
${[greeting(name), ...paragraphs].map(paragraph)}
${code === undefined ? '' : codeBox(code)}
${action === undefined ? '' : button(action)}
${also === undefined ? '' : link(also)}
${notes.map(note)}
</td></tr>
<tr><td class="soft" align="left" style="padding:20px 8px 0 8px;font-family:${FONT};font-size:12px;line-height:18px;color:#6b7280">This message was sent automatically by ${sender.name} because of something that was done there with this address.</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
  return String(await page)
}

const FONT = raw("-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif")
const MONOSPACE = raw("ui-monospace,SFMono-Regular,Menlo,Consolas,'Courier New',monospace")

function head({ name, logoUrl }: Sender) {
  if (logoUrl === undefined) {
    return html`<span class="ink" style="font-family:${FONT};font-size:18px;line-height:24px;font-weight:700;color:#111827">${name}</span>`
  }
  return html`<img src="${logoUrl}" alt="${name}" height="48" style="display:block;height:48px;width:auto;max-width:240px;border:0;font-family:${FONT};font-size:18px;font-weight:700">`
}

function paragraph(text: string) {
  return html`<p class="ink" style="margin:0 0 16px 0;font-family:${FONT};font-size:16px;line-height:25px;color:#1f2937">${text}</p>
`
}

function codeBox(code: string) {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="box ink" align="center" style="padding:16px;background-color:#f3f4f6;border-radius:8px;font-family:${MONOSPACE};font-size:32px;line-height:40px;font-weight:700;letter-spacing:8px;color:#111827">${code}</td></tr></table>
<div style="height:20px;line-height:20px;font-size:20px">&nbsp;</div>`
}

/**
 * Returns a button. The color is set on the cell, for Outlook; the address is below the button, for clients that show
 * no links.
 */
function button({ label, url }: { readonly label: string; readonly url: string }) {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px 0"><tr><td class="button" align="center" bgcolor="#4338ca" style="background-color:#4338ca;border-radius:8px"><a href="${url}" target="_blank" rel="noopener" style="display:inline-block;padding:13px 24px;font-family:${FONT};font-size:16px;line-height:22px;font-weight:600;color:#ffffff;text-decoration:none">${label}</a></td></tr></table>
<p class="soft" style="margin:0 0 16px 0;font-family:${FONT};font-size:13px;line-height:20px;color:#6b7280">If the button does not work, open this address:<br><a class="link" href="${url}" target="_blank" rel="noopener" style="color:#4338ca;word-break:break-all">${url}</a></p>`
}

function link({ label, url }: { readonly label: string; readonly url: string }) {
  return html`<p class="ink" style="margin:0 0 16px 0;font-family:${FONT};font-size:16px;line-height:25px;color:#1f2937">${label}:<br><a class="link" href="${url}" target="_blank" rel="noopener" style="color:#4338ca;word-break:break-all">${url}</a></p>`
}

function note(text: string) {
  return html`<p class="soft" style="margin:0 0 8px 0;font-family:${FONT};font-size:13px;line-height:20px;color:#6b7280">${text}</p>
`
}
