import { assert, suite } from '../../../test/lib/suite.ts'
import * as v from 'valibot'
import { imageField } from '../create/entries.ts'
import { NewTenant } from '../create/payload.ts'
import { Image } from '../details/contract.ts'

const test = suite('images')

const digest = `sha256:${'0a'.repeat(32)}`
const isImage = (text: string) => [
  v.safeParse(Image, text).success,
  v.safeParse(imageField('MinIO', 'minio/minio:VERSION'), text).success,
  v.safeParse(NewTenant.entries.image, text).success,
]

test('an image with a tag, a digest or both is accepted by update, wizard and API', () => {
  for (const text of [
    'minio/minio:RELEASE.2025-04-08T15-41-24Z',
    'quay.io/minio/minio:latest',
    'localhost:5000/minio/minio:one',
    `quay.io/minio/minio@${digest}`,
    `quay.io/minio/minio:RELEASE.2025-04-08T15-41-24Z@${digest}`,
  ])
    assert.equal(isImage(text), [true, true, true], text)
  for (const text of ['minio', 'minio:latest', 'minio/minio', 'a b/c:d', `minio/minio:x@${digest}@${digest}`, '/a:b'])
    assert.equal(isImage(text), [false, false, false], text)
})
