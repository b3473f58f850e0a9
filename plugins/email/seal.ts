import { sealFor } from 'lintel/kit'

/** Encrypts and decrypts the contents of messages (links and codes that let somebody in), bound to the message's id. */
export const { seal, unseal } = sealFor('lintel email 1')
