import { afterEach, describe, expect, it } from 'vitest'
import { sharedService } from '../../runtime/fixture.ts'
import { editing } from './content-page.ts'

const service = sharedService()
const { open, create } = editing(service)

const formOf = async (title: string, role?: string) => {
  const { id } = await create('articles', { title })
  return (await open(`/admin/content/${id}/edit?collection=articles`, role)).text
}

describe('panels of plugins on the page of a document', () => {
  afterEach(async () => {
    await service.sql("UPDATE plugins SET active = 1 WHERE id = 'panels'")
    await service.resetBootstrap()
  })

  it('stand in their places and order, outside of the form', async () => {
    const text = await formOf('With panels')
    const order = ['the first', 'the second', 'data-document', 'articles With panels draft']
    const found = order.map((part) => text.indexOf(part))
    expect(found).not.toContain(-1)
    expect(found).toEqual(found.toSorted((a, b) => a - b))
    expect(text.slice(found[2], found[3])).toContain('</form>')
    expect(text).not.toContain('None')
  })

  it('are shown to those whom the rule admits', async () => {
    expect(await formOf('For some')).not.toContain('for admins')
    expect(await formOf('For all', 'admin')).toContain('<p>for admins</p>')
  })

  it('do not take the form with them when they fail', async () => {
    const text = await formOf('No panel for this')
    expect(text).toContain('Broken could not be loaded. Reload the page to try again.')
    expect(text).toContain('the first')
    expect(text).toContain('data-document')
    expect(service.logs).toContainEqual(expect.objectContaining({ type: 'panel', plugin: 'panels', panel: 'broken' }))
  })

  it('come with the first save of a document', async () => {
    const { text } = await open('/admin/content/new?collection=articles')
    expect(text).not.toContain('the first')
    expect(text).toContain('data-live="panels-top"')
  })

  it('go with their plugin', async () => {
    await service.sql("UPDATE plugins SET active = 0 WHERE id = 'panels'")
    await service.resetBootstrap()
    expect(await formOf('Without panels')).not.toContain('the first')
  })
})
