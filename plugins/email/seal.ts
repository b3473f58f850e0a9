import { sealFor } from 'lintel/kit'

/** Seals what messages say, links and codes that let somebody in, with the id of the message as its place. */
export const { seal, unseal } = sealFor('lintel email 1')
