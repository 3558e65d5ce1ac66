import argon2 from 'argon2'
import { createCipheriv, createDecipheriv, pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { Failure } from '../../core/failure.ts'
import { createAbreast } from '../abreast.ts'

/**
 * The admin API's encrypted bodies (minio-server 2): 32 bytes of salt, an algorithm id, 8 bytes of nonce, then
 * fragments of 16 KiB sealed one by one. The password is the secret key of whoever signs the request.
 */
const SALT = 32
const HEADER = SALT + 1 + 8
const FRAGMENT = 16384
const TAG = 16

const argon2Chacha = 1
const pbkdf2AesGcm = 2

/** A derivation by Argon2id takes 64 MiB and about 0.1 s of a thread. */
const PARALLEL = 2

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

/** What seals and opens the fragments of one message; fragment 0 is empty, and its tag is part of every other one. */
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

const unreadable = (detail: string) =>
  new Failure(502, 'The storage server sent an answer that cannot be decrypted', { detail })

/** Seals and opens admin bodies; of all messages at once only a few hold the memory that their keys are derived in. */
export type AdminCrypto = ReturnType<typeof adminCrypto>

export const adminCrypto = () => {
  const derive = createAbreast(PARALLEL)

  return {
    /**
     * Seals a request's body with the secret key of whoever signs it, by the key that every server takes and that costs
     * either side next to nothing. A slow one would guard nothing: the request's signature, beside it, is made of the
     * same secret fast.
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

    /**
     * Opens an answer; 502 where it was sealed with another key, was changed on the way, or is no sealed message at
     * all.
     */
    open: async (password: string, message: Buffer): Promise<Buffer> => {
      const id = message[SALT]
      if (id === undefined || id > pbkdf2AesGcm || message.length < HEADER + TAG)
        throw unreadable('Not an encrypted message')
      const key = await derive(() => keyOf(password, message.subarray(0, SALT), id))
      const { open } = fragments(key, id, message.subarray(SALT + 1, HEADER))
      const parts: Buffer[] = []
      for (let at = HEADER; at < message.length; at += FRAGMENT + TAG) {
        const sealed = message.subarray(at, at + FRAGMENT + TAG)
        if (sealed.length < TAG) throw unreadable('The last fragment is cut short')
        try {
          parts.push(open(sealed, parts.length + 1, at + sealed.length === message.length))
        } catch (error) {
          throw unreadable(String(error))
        }
      }
      return Buffer.concat(parts)
    },
  }
}
