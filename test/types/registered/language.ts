/** Mistakes that the editor also reports once a build has written down the project's collections and roles. */
import { defineCollection, field } from 'lintel'

declare module '../../../src/ground/register.ts' {
  interface Register {
    collections: 'posts' | 'authors'
    roles: 'reporter'
  }
}

field.reference('authors')
field.references('posts')
field.reference('users')
// @ts-expect-error no such collection
field.reference('autors')
// @ts-expect-error no such collection
field.references('post')

defineCollection({ name: 'posts', access: { create: ['editor', 'reporter'] }, fields: {} })
// @ts-expect-error no such role
defineCollection({ name: 'posts', access: { create: ['edtor'] }, fields: {} })
// @ts-expect-error no such role
defineCollection({ name: 'posts', access: { create: { roles: ['reportr'] } }, fields: {} })
