import { connect } from '../../src/hosts/node/sockets.ts'
import { talk } from './talk.ts'

// A process of its own: Node reads NODE_EXTRA_CA_CERTS when it starts.
process.on('message', async (wanted) => process.send?.(await talk(connect, wanted as never)))
