/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Icon, message, t } from '../../../../ui/index.ts'

const KEYS = [
  { keys: ['j', '↓'], does: message('Next document') },
  { keys: ['k', '↑'], does: message('Previous document') },
  { keys: ['x'], does: message('Select or deselect the document') },
  { keys: ['Enter'], does: message('Open the document') },
  { keys: ['/'], does: message('Search') },
  { keys: ['n'], does: message('New document') },
  { keys: ['?'], does: message('Show these keys') },
] as const

/** Sheet with the keyboard shortcuts of a list, which `?` opens. */
export function KeySheet() {
  return (
    <>
      <button
        type="button"
        class="btn max-sm:hidden"
        data-variant="ghost"
        data-size="icon"
        data-show-keys
        aria-label={t('Keys')}
        title={t('Keys')}
        hidden
      >
        <Icon name="keyboard" />
      </button>
      <dialog class="dialog" id="list-keys" aria-labelledby="list-keys-title" data-keys>
        <div>
          <header>
            <h2 id="list-keys-title">{t('Keys')}</h2>
          </header>
          <section>
            <dl class="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
              {KEYS.map(({ keys, does }) => (
                <>
                  <dt class="flex gap-1">
                    {keys.map((key) => (
                      <kbd class="kbd">{key}</kbd>
                    ))}
                  </dt>
                  <dd>{t(does)}</dd>
                </>
              ))}
            </dl>
          </section>
          <footer>
            <form method="dialog">
              <button type="submit" class="btn" data-variant="outline">
                {t('Close')}
              </button>
            </form>
          </footer>
        </div>
      </dialog>
    </>
  )
}
