import type { RequestContext } from 'lintel/kit'
import { messageLink } from '../links.ts'
import { writingSettings } from '../settings.ts'
import type { Content } from './content.ts'
import { layOutHtml } from './html.ts'
import { TEMPLATES, type TemplateInputs, type TemplateName } from './templates.ts'
import { layOutText } from './text.ts'

/** A message with its HTML part and its text part. */
export interface Rendered {
  readonly subject: string
  readonly html: string
  readonly text: string
  /** Time after which the content expires, in minutes; `undefined` if it does not expire. */
  readonly lifetimeMinutes: number | undefined
}

/**
 * Fills in a template.
 * @throws MessageRefused for a link that is not allowed in a message
 */
export async function render<Name extends TemplateName>(
  c: RequestContext,
  name: Name,
  values: TemplateInputs[Name],
): Promise<Rendered> {
  const template = TEMPLATES[name]
  const { fromName, logoUrl } = writingSettings(c)
  const sender = { name: fromName, logoUrl }
  const content: Content = template.write(withLinks(c, values), fromName)
  return {
    subject: content.subject,
    html: await layOutHtml(content, sender),
    text: layOutText(content, sender),
    lifetimeMinutes: template.lifetimeMinutes(values),
  }
}

/** Resolves all values named `…Url`, which are links. */
function withLinks<Values extends object>(c: RequestContext, values: Values): Values {
  const resolved = Object.entries(values).map(([name, value]) => {
    const isLink = name.endsWith('Url') && typeof value === 'string'
    return [name, isLink ? messageLink(c, value) : value] as const
  })
  return Object.fromEntries(resolved) as Values // the names stay the same, and links stay text
}
