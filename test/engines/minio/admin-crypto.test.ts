import { randomBytes } from 'node:crypto'
import { assert, test } from '../../lib/suite.ts'
import { adminCrypto } from '../../../engines/minio/admin-crypto.ts'

const { seal, open } = adminCrypto()
const refused = (opening: Promise<unknown>) =>
  opening.then(
    () => assert.unreachable('it was opened'),
    (error) => assert.is(error.status, 502),
  )

// the short ones of the test vectors of the server's admin library
const published = [
  {
    password: '',
    plain: Buffer.alloc(0),
    sealed:
      '828aa81599df0651c0461adb82283e8b89956baee9f6e719947ef9cddc849028001dc9d3ac0938f66b07bacc9751437e1985' +
      'f8a9763c240e81',
  },
  {
    password: 'xPl.8/rhR"Q_1xLt',
    plain: Buffer.alloc(32),
    sealed:
      'b5c016e93b84b473fc8a37af94936563630c36d6df1841d23a86ee51ca161f9e00ac19116b32f643ff6a56a212b265d8c561' +
      '95bb0d12ce199e13dfdc5272f80c1564da2c6fc2fa18da91d8062de02af5cdafea491c6f3cae1f',
  },
]

// encrypted with the stream library of the server, for a server without AES hardware and for a FIPS build
const others = [
  {
    name: 'Argon2id with ChaCha20-Poly1305',
    sealed:
      '4142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f6001090807060504030209c2389484c8119d83' +
      '05d848ab3b9f346044e2b03241971a2d1e7425f8ff618e67a28a3ece7dab3fdc74d522dc25f24cf99ca97310d2a4ee',
  },
  {
    name: 'PBKDF2 with AES-256-GCM',
    sealed:
      '42434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f6061020908070605040302a56252630270f1ed43' +
      'c00facdd2684d52b708e909796fad38a5fc5644e5bad664ecd42199cb485e133822be62745a7cd6ad07817c029275b',
  },
]

test('the published test vectors are decrypted', async () => {
  for (const { password, plain, sealed } of published)
    assert.equal(await open(password, Buffer.from(sealed, 'hex')), plain)
})

for (const { name, sealed } of others)
  test(`a message encrypted by ${name} is decrypted`, async () => {
    const plain = await open('s3cr3t-key!', Buffer.from(sealed, 'hex'))
    assert.is(plain.toString(), 'Stowage opens what a MinIO server sealed')
  })

test('messages around fragment boundaries survive a round trip, with the specified length', async () => {
  for (const size of [0, 1, 16383, 16384, 16385, 32768, 100_000]) {
    const plain = randomBytes(size)
    const sealed = await seal('a secret key', plain)
    assert.is(sealed.length, 41 + size + 16 * Math.max(1, Math.ceil(size / 16384)))
    assert.ok(plain.equals(await open('a secret key', sealed)), `${size} bytes`)
  }
})

test('encryption uses a key derivation every server accepts, including FIPS builds', async () => {
  assert.is((await seal('a secret key', 'text'))[32], 2)
})

test('the same text is encrypted differently every time', async () => {
  assert.not.equal(await seal('a secret key', 'text'), await seal('a secret key', 'text'))
})

test('a message encrypted with another key is refused', async () => {
  const sealed = await seal('a secret key', 'text')
  await refused(open('another key', sealed))
})

test('a message with a flipped bit, swapped fragments or a cut end is refused', async () => {
  const sealed = await seal('a secret key', randomBytes(40_000))
  const fragment = (index: number) => sealed.subarray(41 + index * 16400, 41 + (index + 1) * 16400)
  const turned = Buffer.from(sealed)
  turned[20_000] = (turned[20_000] ?? 0) ^ 1
  const swapped = Buffer.concat([sealed.subarray(0, 41), fragment(1), fragment(0), fragment(2)])
  const broken = [
    turned,
    swapped,
    sealed.subarray(0, 41 + 2 * 16400),
    sealed.subarray(0, -1),
    sealed.subarray(0, 41 + 16400 + 5),
  ]
  for (const message of broken) await refused(open('a secret key', message))
})

test('data that was never encrypted is refused', async () => {
  for (const message of [Buffer.alloc(0), Buffer.from('{}'), Buffer.from(`{"a":"${'x'.repeat(100)}"}`)])
    await refused(open('a secret key', message))
})

test('key derivation does not block the event loop', async () => {
  let ticks = 0
  const timer = setInterval(() => ticks++, 1)
  await Promise.all(
    [...published, ...published].map(({ password, sealed }) => open(password, Buffer.from(sealed, 'hex'))),
  )
  clearInterval(timer)
  // on the event loop they would leave time for one tick between two derivations
  assert.ok(ticks > 4, `${ticks} ticks`)
})
