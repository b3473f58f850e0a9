/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { Card, t } from 'lintel/ui'
import { emailPage } from './frame.tsx'

interface TemplateView {
  readonly name: string
  readonly label: string
  readonly subject: string
  /** Address at which the template is shown as it is sent. */
  readonly url: string
}

/** Page of the templates with sample values, as clients in light and dark mode show them. */
export default function templatesPage(
  c: RequestContext,
  { result: { data: templates } }: Shown<{ readonly data: readonly TemplateView[] }>,
): Page {
  const part = (
    <>
      <nav aria-label={t('Templates')} class="flex flex-wrap gap-2">
        {templates.map(({ name, label }) => (
          <a class="btn" data-variant="outline" data-size="sm" href={`#${name}`}>
            {t(label)}
          </a>
        ))}
      </nav>
      {templates.map((template) => (
        <div id={template.name} class="scroll-mt-16">
          <Card
            title={t(template.label)}
            description={t('Subject: {subject}', { subject: template.subject })}
            footer={
              <div class="flex flex-wrap gap-2">
                <a
                  class="btn"
                  data-variant="ghost"
                  data-size="sm"
                  href={template.url}
                  aria-label={t('{template} as HTML', { template: t(template.label) })}
                >
                  HTML
                </a>
                <a
                  class="btn"
                  data-variant="ghost"
                  data-size="sm"
                  href={`${template.url}?format=text`}
                  aria-label={t('{template} as text', { template: t(template.label) })}
                >
                  {t('Text')}
                </a>
              </div>
            }
          >
            <div class="grid gap-4 *:min-w-0 xl:grid-cols-2">
              <Preview
                template={template}
                scheme="light"
                title={t('{template}, light', { template: t(template.label) })}
              />
              <Preview
                template={template}
                scheme="dark"
                title={t('{template}, dark', { template: t(template.label) })}
              />
            </div>
          </Card>
        </div>
      ))}
    </>
  )
  return emailPage(c, 'templates', t('Templates'), part)
}

function Preview({ template, scheme, title }: { template: TemplateView; scheme: 'light' | 'dark'; title: string }) {
  return (
    <iframe
      src={`${template.url}?scheme=${scheme}`}
      title={title}
      loading="lazy"
      sandbox="allow-popups"
      class="h-112 w-full rounded-lg border bg-white"
    />
  )
}
