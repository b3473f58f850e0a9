import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'tags',
  description: 'Topics of posts.',
  access: { create: ['editor', 'author'], update: ['editor'], delete: ['editor'] },
  fields: {
    name: field.string({ required: true, max: 60, unique: true }),
    slug: field.slug({ from: 'name', unique: true }),
  },
})
