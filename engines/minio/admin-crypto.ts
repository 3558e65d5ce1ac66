import argon2 from 'argon2'
import { createCipheriv, createDecipheriv, pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { Failure } from '../../core/protocol/failure.ts'
import { lastFragmentCut, responseNotDecrypted } from './messages.ts'

/**
 * Encrypted bodies of the admin API (minio-server 2): 32 bytes salt, an algorithm id, 8 bytes nonce, then fragments of
 * 16 KiB, each authenticated. The password is the secret key that signs the request.
 */
const SALT = 32
const HEADER = SALT + 1 + 8
const FRAGMENT = 16384
const TAG = 16

const argon2Chacha = 1
const pbkdf2AesGcm = 2

/** Concurrent Argon2id derivations; each takes 64 MiB and about 0.1 s of a thread. */
const MAX_DERIVATIONS = 2

const keyOf = (password: string, salt: Buffer, id: number): Promise<Buffer> =>
  id === pbkdf2AesGcm
    ? promisify(pbkdf2)(password, salt, 8192, 32, 'sha256')
    : argon2.hash(Buffer.from(password), {
        raw: true,
        type: argon2.argon2id,
        version: 0x13,
        timeCost: 1,
        memoryCost: 65536,
        parallelism: 4,
        hashLength: 32,
        salt,
      })

/** Encrypts and decrypts the fragments of a message. Fragment 0 is empty; its tag is associated data of all others. */
const fragments = (key: Buffer, id: number, prefix: Buffer) => {
  const nonce = (sequence: number) => {
    const bytes = Buffer.alloc(12)
    prefix.copy(bytes)
    bytes.writeUInt32LE(sequence, 8)
    return bytes
  }
  const cipher = (sequence: number) =>
    id === argon2Chacha
      ? createCipheriv('chacha20-poly1305', key, nonce(sequence), { authTagLength: TAG })
      : createCipheriv('aes-256-gcm', key, nonce(sequence))
  const decipher = (sequence: number) =>
    id === argon2Chacha
      ? createDecipheriv('chacha20-poly1305', key, nonce(sequence), { authTagLength: TAG })
      : createDecipheriv('aes-256-gcm', key, nonce(sequence), { authTagLength: TAG })

  const first = cipher(0)
  first.final()
  const bound = (last: boolean) => Buffer.concat([Buffer.of(last ? 0x80 : 0), first.getAuthTag()])

  return {
    seal: (plain: Uint8Array, sequence: number, last: boolean) => {
      const box = cipher(sequence)
      box.setAAD(bound(last), { plaintextLength: plain.length })
      return Buffer.concat([box.update(plain), box.final(), box.getAuthTag()])
    },
    open: (sealed: Buffer, sequence: number, last: boolean) => {
      const length = sealed.length - TAG
      const box = decipher(sequence)
      box.setAAD(bound(last), { plaintextLength: length })
      box.setAuthTag(sealed.subarray(length))
      return Buffer.concat([box.update(sealed.subarray(0, length)), box.final()])
    },
  }
}

const undecryptable = (detail: string) => new Failure(502, responseNotDecrypted, { detail })

/** Encrypts and decrypts admin request bodies. Limits concurrent Argon2 derivations, which need 64 MiB each. */
export type AdminCrypto = ReturnType<typeof adminCrypto>

export const adminCrypto = () => {
  const derive = pLimit(MAX_DERIVATIONS)

  return {
    /**
     * Encrypts a request body with the signer's secret key, by the algorithm that all servers accept and that costs
     * almost nothing. A slow key derivation would not add protection: the request's signature uses the same secret with
     * a fast one.
     */
    seal: async (password: string, plain: string | Uint8Array): Promise<Buffer> => {
      const bytes = Buffer.from(plain)
      const header = Buffer.concat([randomBytes(SALT), Buffer.of(pbkdf2AesGcm), randomBytes(8)])
      const key = await keyOf(password, header.subarray(0, SALT), pbkdf2AesGcm)
      const { seal } = fragments(key, pbkdf2AesGcm, header.subarray(SALT + 1))
      const count = Math.max(1, Math.ceil(bytes.length / FRAGMENT))
      const sealed = Array.from({ length: count }, (_, index) =>
        seal(bytes.subarray(index * FRAGMENT, (index + 1) * FRAGMENT), index + 1, index === count - 1),
      )
      return Buffer.concat([header, ...sealed])
    },

    /** Decrypts a response. Throws 502 if it was encrypted with another key, modified, or is not encrypted. */
    open: async (password: string, message: Buffer): Promise<Buffer> => {
      const id = message[SALT]
      if (id === undefined || id > pbkdf2AesGcm || message.length < HEADER + TAG)
        throw undecryptable('Not an encrypted message')
      const key = await derive(() => keyOf(password, message.subarray(0, SALT), id))
      const { open } = fragments(key, id, message.subarray(SALT + 1, HEADER))
      const parts: Buffer[] = []
      for (let at = HEADER; at < message.length; at += FRAGMENT + TAG) {
        const sealed = message.subarray(at, at + FRAGMENT + TAG)
        if (sealed.length < TAG) throw undecryptable(lastFragmentCut)
        try {
          parts.push(open(sealed, parts.length + 1, at + sealed.length === message.length))
        } catch (error) {
          throw undecryptable(String(error))
        }
      }
      return Buffer.concat(parts)
    },
  }
}
