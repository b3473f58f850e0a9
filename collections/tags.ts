import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'tags',
  description: 'Words by which articles are found.',
  fields: {
    name: field.string({ required: true, max: 100, unique: true }),
    slug: field.slug({ from: 'name' }),
  },
})
