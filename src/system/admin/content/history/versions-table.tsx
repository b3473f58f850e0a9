/** @jsxRuntime automatic @jsxImportSource hono/jsx */

import type { ManifestCollection } from '../../../../runtime/kit.ts'
import { StatusBadge, Time, t } from '../../../../ui/index.ts'
import type { Values } from '../document-values.ts'
import type { Version } from '../objects.ts'
import { documentPath, versionsPath } from '../paths.ts'

interface VersionsTableProps {
  readonly collection: ManifestCollection
  readonly document: Values
  /** Locale in which the document is written; `null` for the default. */
  readonly locale: string | null
  /** Versions of the document, newest first. */
  readonly versions: readonly Version[]
  readonly people: ReadonlyMap<string, string>
  /** Versions that are compared; without `newer`, the older one is compared with the current document. */
  readonly older: string | undefined
  readonly newer: string | undefined
}

/** Table of versions, with links that compare one with the current document, and a choice of any two. */
export function VersionsTable({ collection, document, locale, versions, people, older, newer }: VersionsTableProps) {
  const id = String(document.id)
  return (
    <form method="get" action={documentPath(collection.name, id, '/versions')} class="grid gap-3">
      <input type="hidden" name="collection" value={collection.name} />
      {locale !== null && <input type="hidden" name="locale" value={locale} />}
      <section
        class="moves-sideways relative rounded-lg border focus-visible:outline-2 focus-visible:outline-ring"
        aria-label={t('History')}
        tabindex={0}
      >
        <table class="table">
          <thead>
            <tr>
              <th>{t('Compare two')}</th>
              <th>{t('Version')}</th>
              <th>{t('Status')}</th>
              <th>{t('Saved')}</th>
              <th>{t('By')}</th>
              <th>
                <span class="sr-only">{t('Compare')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {versions.map((version) => {
              const number = numberOf(version)
              const isCurrent = version.draft === null && version.version === document.version
              return (
                <tr aria-current={number === older || number === newer ? 'true' : undefined}>
                  <td class="whitespace-nowrap">
                    <Choice name="version" number={number} isChosen={number === older} label={t('the older one')} />
                    <Choice name="with" number={number} isChosen={number === newer} label={t('the newer one')} />
                  </td>
                  <td class="tabular-nums">
                    {number} {version.name !== null && <strong class="ml-1 font-medium">{version.name}</strong>}
                  </td>
                  <td>
                    <StatusBadge status={version.status} />
                  </td>
                  <td class="whitespace-nowrap">
                    <Time at={version.updatedAt} />
                  </td>
                  <td class="max-w-40 truncate text-muted-foreground">
                    {version.updatedBy === null ? '–' : (people.get(version.updatedBy) ?? version.updatedBy)}
                  </td>
                  <td class="text-right">
                    {isCurrent && document.hasDraft !== true ? (
                      <span class="text-sm text-muted-foreground">{t('current')}</span>
                    ) : (
                      <a class="underline" href={versionsPath(collection.name, id, number, locale)}>
                        {t('Compare')}
                        <span class="sr-only"> {t('version {number} with the current one', { number })}</span>
                      </a>
                    )}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
      {versions.length > 1 && (
        <button type="submit" class="btn w-fit" data-variant="outline">
          {t('Compare the two selected versions')}
        </button>
      )}
    </form>
  )
}

interface ChoiceProps {
  readonly name: 'version' | 'with'
  readonly number: string
  readonly isChosen: boolean
  /** Name of the version's role in the comparison, for screen readers. */
  readonly label: string
}

function Choice({ name, number, isChosen, label }: ChoiceProps) {
  return (
    <label class="inline-flex min-h-6 min-w-6 items-center justify-center">
      <input type="radio" class="input" name={name} value={number} checked={isChosen} />
      <span class="sr-only">
        {titleOf(number)}: {label}
      </span>
    </label>
  )
}

/** Returns the number of a version as addresses contain it: `3`, `3.7` for a pending change. */
export function numberOf({ version, draft }: Pick<Version, 'version' | 'draft'>): string {
  return draft === null ? String(version) : `${version}.${draft}`
}

/** Returns the title of a version: `Version 3`, `Draft 7 on version 3` for a pending change. */
export function titleOf(number: string): string {
  const [version = '', draft] = number.split('.')
  if (draft === undefined) return t('Version {number}', { number: version })
  return t('Draft {draft} on version {version}', { draft, version })
}
