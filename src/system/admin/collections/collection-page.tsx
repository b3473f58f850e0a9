import type { PropsWithChildren } from 'hono/jsx'
import type { Content } from '../../../config/pages.ts'
import { Badge, Card, Icon, PageHeader } from '../../../ui/index.ts'
import { listPath } from '../content/paths.ts'
import type { CollectionObject } from './collection-object.ts'

/** The schema of a collection in words. */
export function collectionPage(collection: CollectionObject): Content {
  const { name, label, description, source, access, versions, search, indexes, requests } = collection
  return (
    <>
      <PageHeader title={label} description={description}>
        <a class="btn" data-variant="outline" data-size="sm" href={`/docs/${name}`}>
          <Icon name="book-open" />
          Reference
        </a>
        <a class="btn" data-variant="outline" data-size="sm" href={listPath(name)}>
          <Icon name="file-text" />
          Content
        </a>
      </PageHeader>
      <p class="text-sm text-muted-foreground">
        Declared in <code class="font-mono">{source}</code>. Change it there: the file is what counts.
      </p>
      <Card title="Fields">
        <Fields fields={collection.fields} />
      </Card>
      <div class="grid gap-6 *:min-w-0 lg:grid-cols-2">
        <Card title="Who may do what">
          <Facts>
            {Object.entries(access).map(([action, words]) => (
              <Fact name={action}>{words}</Fact>
            ))}
          </Facts>
        </Card>
        <Card title="How it is kept">
          <Facts>
            <Fact name="versions">the last {versions} of each document</Fact>
            <Fact name="search">{search.length > 0 ? search.join(', ') : 'none'}</Fact>
            <Fact name="indexes">
              {indexes.length > 0 ? indexes.map((keys) => keys.join(', ')).join('; ') : 'those of its fields'}
            </Fact>
          </Facts>
        </Card>
      </div>
      <Card title="Routes">
        <Routes routes={collection.routes} />
      </Card>
      <Card title="Sample requests">
        <div class="grid grid-cols-1 gap-4">
          {requests.map(({ summary, command }) => (
            <figure class="min-w-0">
              <figcaption class="mb-1 text-sm">{summary}</figcaption>
              <pre class="overflow-x-auto rounded-md bg-muted p-3 font-mono text-xs" tabindex={0}>
                {command}
              </pre>
            </figure>
          ))}
        </div>
      </Card>
    </>
  )
}

function Fields({ fields }: { fields: CollectionObject['fields'] }) {
  return (
    <div class="overflow-x-auto">
      <table class="table">
        <thead>
          <tr>
            <th>Name</th>
            <th>Type</th>
            <th>Properties</th>
            <th>Declared in</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, type, help, target, onDelete, marks, access, source }) => (
            <tr class="align-top">
              <td class="whitespace-normal">
                <code class="font-mono text-sm font-medium">{name}</code>
                {help && <p class="text-sm text-muted-foreground">{help}</p>}
              </td>
              <td>
                {type}
                {target !== null && <span class="text-muted-foreground"> to {target}</span>}
              </td>
              <td class="whitespace-normal">
                <span class="flex flex-wrap gap-1">
                  {marks.map((mark) => (
                    <Badge>{mark}</Badge>
                  ))}
                  {onDelete !== null && <Badge>on delete: {onDelete}</Badge>}
                  {access.read !== null && <Badge>read: {access.read}</Badge>}
                  {access.write !== null && <Badge>write: {access.write}</Badge>}
                </span>
              </td>
              <td>
                <code class="font-mono text-xs text-muted-foreground">{source}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Routes({ routes }: { routes: CollectionObject['routes'] }) {
  return (
    <div class="overflow-x-auto">
      <table class="table">
        <thead>
          <tr>
            <th>Method</th>
            <th>Path</th>
            <th>Who</th>
          </tr>
        </thead>
        <tbody>
          {routes.map(({ method, path, access }) => (
            <tr>
              <td class="font-mono text-xs">{method}</td>
              <td class="font-mono text-xs">{path}</td>
              <td>{access}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Facts({ children }: PropsWithChildren) {
  return <dl class="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">{children}</dl>
}

function Fact({ name, children }: PropsWithChildren<{ name: string }>) {
  return (
    <>
      <dt class="text-muted-foreground first-letter:uppercase">{name}</dt>
      <dd class="wrap-anywhere">{children}</dd>
    </>
  )
}
