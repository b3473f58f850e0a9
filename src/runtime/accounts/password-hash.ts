import { Buffer } from 'node:buffer'
import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { PASSWORD_COST as COST, type PasswordCost } from './password-cost.ts'

const SALT_BYTES = 16
const HASH_BYTES = 32

/**
 * Hashes a password with a random salt: `scrypt$ln=15,r=8,p=1$<salt>$<hash>`, with salt and hash in base64url.
 * Different Unicode spellings of the same text (NFKC) are the same password.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES))
  const hash = await derive(password, salt, COST)
  return `scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${base64url(salt)}$${base64url(hash)}`
}

/** Checks a password against a stored hash, in constant time. Returns false for a malformed hash. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const parsed = parse(stored)
  if (!parsed) return false
  return timingSafeEqual(await derive(password, parsed.salt, parsed.cost), parsed.hash)
}

/** Takes as long as `verifyPassword` and returns false, for accounts that do not exist or have no password. */
export async function pretendToVerifyPassword(password: string): Promise<false> {
  await derive(password, new Uint8Array(SALT_BYTES), COST)
  return false
}

/** Tells whether the next sign-in should replace a hash: it is malformed, or was made at a lower cost than now. */
export function isOutdatedHash(stored: string): boolean {
  const cost = parse(stored)?.cost
  return cost === undefined || cost.ln < COST.ln || cost.r < COST.r || cost.p < COST.p
}

function parse(stored: string): { cost: PasswordCost; salt: Uint8Array; hash: Uint8Array } | undefined {
  const [, ln, r, p, salt, hash] = /^scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]{43})$/.exec(stored) ?? []
  if (!ln || !r || !p || !salt || !hash) return undefined
  return {
    cost: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  }
}

function derive(password: string, salt: Uint8Array, { ln, r, p }: PasswordCost): Promise<Uint8Array> {
  const N = 2 ** ln
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r } // twice as much as needed; Node's default is 32 MB
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, hash) =>
      error ? reject(error) : resolve(hash),
    )
  })
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
