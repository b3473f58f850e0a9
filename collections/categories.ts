import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'categories',
  description: 'Desks of the newsroom, as a tree.',
  fields: {
    name: field.string({ required: true, max: 100 }),
    slug: field.slug({ from: 'name', unique: true }),
    parent: field.reference('categories', { onDelete: 'restrict' }),
    position: field.number({ integer: true, default: 0 }),
  },
})
