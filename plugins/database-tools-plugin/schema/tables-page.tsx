/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { Table, t, tn } from 'lintel/ui'
import { Section, titleOf } from '../pages/section.tsx'
import type { TableSummary } from './list-tables.ts'

/** Page of all tables of the database. */
export default function tablesPage(
  c: RequestContext,
  { result: { data: tables } }: Shown<{ readonly data: readonly TableSummary[] }>,
): Page {
  const content = (
    <Section
      c={c}
      current="tables"
      title={t('Tables')}
      description={tn(tables.length, '{count} table', '{count} tables')}
    >
      <Table
        label={t('Tables')}
        columns={[
          t('Name'),
          { label: t('Rows'), align: 'right' },
          { label: t('Columns'), align: 'right' },
          { label: t('Indexes'), align: 'right' },
        ]}
      >
        {tables.map(({ name, rows, columns, indexes }) => (
          <tr>
            <td>
              <a
                class="font-mono underline-offset-4 hover:underline"
                href={`/admin/database/tables/${encodeURIComponent(name)}`}
              >
                {name}
              </a>
            </td>
            <td class="text-right tabular-nums">{rows}</td>
            <td class="text-right tabular-nums">{columns}</td>
            <td class="text-right tabular-nums">{indexes}</td>
          </tr>
        ))}
      </Table>
    </Section>
  )
  return { title: titleOf('tables'), content }
}
