import { assert } from '../../../../test/lib/suite.ts'
import { addUser, allow, onEveryEngine, expectFailure, uniqueName } from '../../../../test/conformance/engines.ts'
import { createBucket, put, read, versionsOf, daysFromNow, lockOf } from './object-calls.ts'

onEveryEngine('object tags and locks', (test, peer) => {
  test('an object reports all its properties, and those of each version', async () => {
    const { name, objects } = await createBucket(peer(), { versioning: true })
    await put(objects, name, 'a/note', 'first', 'text/x-note')
    await put(objects, name, 'a/note', 'second!', 'text/x-other')
    const [newer, older] = await versionsOf(objects, name, 'a/note')
    const { last_modified, etag, tags, checksum, ...rest } = await objects.info(name, 'a/note')
    const expected = { name: 'a/note', size: 7, content_type: 'text/x-other', version_id: newer, is_latest: true }
    assert.equal(rest, { ...expected, storage_class: 'STANDARD', user_metadata: { 'content-type': 'text/x-other' } })
    assert.equal(tags, {})
    // a MinIO server stores only a checksum that the upload included
    assert.is(checksum, peer().name === 'embedded' ? 'CRC32 qrM5Pg==' : undefined)
    assert.match(etag ?? '', /^[0-9a-f-]+$/)
    assert.ok(Math.abs(Date.parse(last_modified ?? '') - Date.now()) < 60_000)
    const first = await objects.info(name, 'a/note', older)
    assert.equal([first.size, first.content_type, first.is_latest, first.version_id], [5, 'text/x-note', false, older])
    assert.is((await objects.info(name, 'a/note', newer)).is_latest, true)

    await objects.remove(name, 'a/note')
    const [marker] = await versionsOf(objects, name, 'a/note')
    await expectFailure(404, objects.info(name, 'a/note'))
    await expectFailure(404, objects.info(name, 'a/note', marker))
    assert.is((await objects.info(name, 'a/note', newer)).is_latest, false)
    await expectFailure(400, objects.info(name, 'a/note', 'nonsense'))
    await expectFailure(404, objects.info(name, 'a/no'))
    await expectFailure(404, objects.info(uniqueName('nowhere'), 'a/note'))
  })

  test('tags are set, replaced as a whole and removed, per version', async () => {
    const { name, objects } = await createBucket(peer(), { versioning: true })
    await put(objects, name, 'note', 'first')
    const [older] = await versionsOf(objects, name, 'note')
    await objects.setTags(name, 'note', undefined, { team: 'a + b', 'k e/y:@=_.-': '' })
    await put(objects, name, 'note', 'second')
    assert.equal((await objects.info(name, 'note')).tags, {})
    await objects.setTags(name, 'note', undefined, { only: 'newer' })
    assert.equal((await objects.info(name, 'note', older)).tags, { team: 'a + b', 'k e/y:@=_.-': '' })
    await objects.setTags(name, 'note', older, { stage: 'old', constructor: 'none' })
    assert.equal({ ...(await objects.info(name, 'note', older)).tags }, { stage: 'old', constructor: 'none' })
    await objects.setTags(name, 'note', older, {})
    assert.equal((await objects.info(name, 'note', older)).tags, {})
    assert.equal((await objects.info(name, 'note')).tags, { only: 'newer' })
    assert.is((await read(objects, name, 'note')).data.toString(), 'second')
  })

  test('a tag keeps its name, even if programs give the name a meaning', async () => {
    const { name, objects } = await createBucket(peer())
    await put(objects, name, 'note', 'text')
    const named = Object.fromEntries([
      ['__proto__', 'a'],
      ['__proto_', 'b'],
      ['constructor', 'c'],
      ['plain', 'd'],
    ])
    await objects.setTags(name, 'note', undefined, named)
    const { tags } = await objects.info(name, 'note')
    assert.equal(Object.entries(tags ?? {}).sort(), Object.entries(named).sort())
  })

  test('an object without versions is tagged under the ID null too', async () => {
    const { name, objects } = await createBucket(peer())
    await put(objects, name, 'note', 'text')
    await objects.setTags(name, 'note', 'null', { team: 'a' })
    const { tags, version_id } = await objects.info(name, 'note', 'null')
    assert.equal([tags, version_id], [{ team: 'a' }, 'null'])
    await put(objects, name, 'note', 'again')
    assert.equal((await objects.info(name, 'note')).tags, {})
  })

  test('tags that could not be read back are refused', async () => {
    const { name, objects } = await createBucket(peer())
    await put(objects, name, 'note', 'text')
    const many = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`tag-${index}`, 'x']))
    for (const tags of [
      many,
      { '': 'x' },
      { ['k'.repeat(129)]: 'x' },
      { key: 'v'.repeat(257) },
      { käse: 'x' },
      { key: 'a\nb' },
    ])
      await expectFailure(400, objects.setTags(name, 'note', undefined, tags))
    assert.equal((await objects.info(name, 'note')).tags, {})
    await objects.setTags(name, 'note', undefined, {
      ['k'.repeat(128)]: 'v'.repeat(256),
      ...Object.fromEntries(Object.entries(many).slice(2)),
    })
    assert.is(Object.keys((await objects.info(name, 'note')).tags ?? {}).length, 10)
  })

  test('a version under legal hold remains until the hold is lifted, even with bypass rights', async () => {
    const { name, objects } = await createBucket(peer(), { locking: true })
    await put(objects, name, 'evidence', 'first')
    await put(objects, name, 'evidence', 'second')
    const [newer, older] = await versionsOf(objects, name, 'evidence')
    await objects.setLegalHold(name, 'evidence', older, true)
    assert.equal(await lockOf(objects, name, 'evidence', older), [true, undefined, undefined])
    assert.equal(await lockOf(objects, name, 'evidence'), [false, undefined, undefined])
    await expectFailure(400, objects.remove(name, 'evidence', older), /WORM.*legal hold/i)
    await expectFailure(400, objects.remove(name, 'evidence', older, 'bypassed'))
    await objects.remove(name, 'evidence', newer)
    await objects.setLegalHold(name, 'evidence', older, false)
    assert.equal(await lockOf(objects, name, 'evidence', older), [false, undefined, undefined])
    await objects.remove(name, 'evidence', older)
    await expectFailure(404, objects.info(name, 'evidence', older))
  })

  test('compliance retention can be extended, but not shortened, weakened or lifted', async () => {
    const { name, objects } = await createBucket(peer(), { locking: true })
    await put(objects, name, 'ledger', 'kept')
    const [version] = await versionsOf(objects, name, 'ledger')
    const set = (mode: 'compliance' | 'governance', days: number, governance: 'enforced' | 'bypassed' = 'enforced') =>
      objects.setRetention(name, 'ledger', version, { mode, until: daysFromNow(days) }, governance)
    const until = daysFromNow(2)
    await objects.setRetention(name, 'ledger', version, { mode: 'compliance', until }, 'enforced')
    assert.equal(await lockOf(objects, name, 'ledger'), [false, 'COMPLIANCE', until.getTime()])
    await expectFailure(400, set('compliance', 1), /only be extended/)
    for (const governance of ['enforced', 'bypassed'] as const) {
      await expectFailure(400, set('compliance', 1, governance))
      await expectFailure(400, set('governance', 3, governance))
      await expectFailure(400, objects.setRetention(name, 'ledger', version, undefined, governance))
      await expectFailure(400, objects.remove(name, 'ledger', version, governance), /compliance/)
    }
    assert.equal(await lockOf(objects, name, 'ledger'), [false, 'COMPLIANCE', until.getTime()])
    await set('compliance', 3)
    assert.ok(Number((await lockOf(objects, name, 'ledger'))[2]) > until.getTime())
  })

  test('governance retention is extended with the set right, and shortened, lifted or ignored with the bypass right', async () => {
    const { name, objects } = await createBucket(peer(), { locking: true })
    const putObject = async (key: string) => {
      await put(objects, name, key, 'kept')
      await objects.setRetention(name, key, undefined, { mode: 'governance', until: daysFromNow(2) }, 'enforced')
      return (await versionsOf(objects, name, key))[0]
    }
    const version = await putObject('draft')
    const set = (mode: 'compliance' | 'governance', days: number, governance: 'enforced' | 'bypassed') =>
      objects.setRetention(name, 'draft', version, { mode, until: daysFromNow(days) }, governance)
    await expectFailure(400, objects.remove(name, 'draft', version), /governance/)
    await set('governance', 4, 'enforced')
    await expectFailure(400, set('governance', 3, 'enforced'), /bypass/)
    await expectFailure(400, set('compliance', 5, 'enforced'))
    await expectFailure(400, objects.setRetention(name, 'draft', version, undefined, 'enforced'))
    await set('governance', 1, 'bypassed')
    await objects.setRetention(name, 'draft', version, undefined, 'bypassed')
    assert.equal(await lockOf(objects, name, 'draft'), [false, undefined, undefined])
    await objects.remove(name, 'draft', version)

    const other = await putObject('other')
    await objects.remove(name, 'other', other, 'bypassed')
    await expectFailure(404, objects.info(name, 'other', other))
    const strict = await putObject('strict')
    await objects.setRetention(name, 'strict', strict, { mode: 'compliance', until: daysFromNow(1) }, 'bypassed')
    await expectFailure(400, objects.remove(name, 'strict', strict, 'bypassed'), /compliance/)
  })

  test('retention ends in the future, and each new version gets the default', async () => {
    const { name, objects } = await createBucket(peer(), {
      retention: { mode: 'governance', unit: 'days', validity: 3 },
    })
    await put(objects, name, 'note', 'text')
    const [hold, mode, until] = await lockOf(objects, name, 'note')
    assert.equal([hold, mode], [false, 'GOVERNANCE'])
    assert.ok(Math.abs(Number(until) - daysFromNow(3).getTime()) < 60_000)
    await expectFailure(
      400,
      objects.setRetention(name, 'note', undefined, { mode: 'governance', until: daysFromNow(-1) }, 'bypassed'),
    )
  })

  test('a bucket without object lock has neither legal hold nor retention, and reports that', async () => {
    const { name, objects } = await createBucket(peer(), { versioning: true })
    await put(objects, name, 'note', 'text')
    await expectFailure(400, objects.setLegalHold(name, 'note', undefined, true), /Object locking is not enabled/)
    const until = daysFromNow(1)
    await expectFailure(
      400,
      objects.setRetention(name, 'note', undefined, { mode: 'governance', until }, 'enforced'),
      /not enabled/,
    )
    await expectFailure(400, objects.setRetention(name, 'note', undefined, undefined, 'bypassed'), /not enabled/)
    assert.equal(await lockOf(objects, name, 'note'), [false, undefined, undefined])
  })

  test('a missing object can neither be tagged nor locked', async () => {
    const { name, objects } = await createBucket(peer(), { locking: true })
    await put(objects, name, 'note', 'text')
    await objects.remove(name, 'note')
    const [marker, version] = await versionsOf(objects, name, 'note')
    const unknown = '01234567-89ab-7def-8123-456789abcdef'
    const until = daysFromNow(1)
    for (const [key, id] of [
      ['nothing', undefined],
      ['note', undefined],
      ['note', marker],
      ['note', unknown],
    ] as const) {
      await expectFailure(404, objects.setTags(name, key, id, { team: 'a' }))
      await expectFailure(404, objects.setLegalHold(name, key, id, true))
      await expectFailure(404, objects.setRetention(name, key, id, { mode: 'governance', until }, 'enforced'))
    }
    await expectFailure(404, objects.setTags(uniqueName('nowhere'), 'note', undefined, {}))
    await expectFailure(404, objects.setLegalHold(uniqueName('nowhere'), 'note', undefined, true))
    await objects.setTags(name, 'note', version, { team: 'a' })
    assert.equal((await objects.info(name, 'note', version)).tags, { team: 'a' })
  })

  test("tags, holds, retention and bypass follow the caller's policies", async () => {
    const { name, objects } = await createBucket(peer(), { locking: true })
    for (const key of ['team/a', 'team/b', 'other']) await put(objects, name, key, 'x')
    const [a = '', b = ''] = [
      (await versionsOf(objects, name, 'team/a'))[0],
      (await versionsOf(objects, name, 'team/b'))[0],
    ]
    await objects.setTags(name, 'team/a', a, { team: 'a' })
    await objects.setLegalHold(name, 'team/a', a, true)
    const governance = { mode: 'governance' as const, until: daysFromNow(2) }
    for (const key of ['team/a', 'team/b']) await objects.setRetention(name, key, undefined, governance, 'enforced')
    const signInWith = async (...actions: string[]) => {
      const user = await addUser(await peer().as(), [allow(actions, [`${name}/team/*`])])
      return (await peer().as(user))['object-browser']
    }

    const reader = await signInWith('s3:GetObject')
    const { tags, legal_hold_status, retention_mode, size } = await reader.info(name, 'team/a', a)
    assert.equal([tags, legal_hold_status, retention_mode, size], [undefined, undefined, undefined, 1])
    await expectFailure(403, reader.info(name, 'other'))
    await expectFailure(403, reader.setTags(name, 'team/a', a, {}))
    await expectFailure(403, reader.setLegalHold(name, 'team/a', a, false))
    await expectFailure(
      403,
      reader.setRetention(name, 'team/a', a, { ...governance, until: daysFromNow(3) }, 'enforced'),
    )

    const tagger = await signInWith('s3:GetObject', 's3:GetObjectTagging', 's3:PutObjectTagging')
    await tagger.setTags(name, 'team/a', a, { team: 'b' })
    assert.equal((await tagger.info(name, 'team/a')).tags, { team: 'b' })
    await expectFailure(403, tagger.setTags(name, 'other', undefined, {}))
    await expectFailure(403, tagger.setLegalHold(name, 'team/a', a, false))

    const holder = await signInWith('s3:GetObject', 's3:GetObjectLegalHold', 's3:PutObjectLegalHold', 's3:DeleteObject')
    await holder.setLegalHold(name, 'team/a', a, false)
    assert.is((await holder.info(name, 'team/a')).legal_hold_status, 'OFF')
    await expectFailure(400, holder.remove(name, 'team/a', a))
    await expectFailure(403, holder.remove(name, 'team/a', a, 'bypassed'))

    const keeper = await signInWith(
      's3:GetObjectRetention',
      's3:PutObjectRetention',
      's3:BypassGovernanceRetention',
      's3:DeleteObject',
    )
    await keeper.setRetention(name, 'team/a', a, undefined, 'bypassed')
    await expectFailure(400, keeper.remove(name, 'team/b', b))
    await keeper.remove(name, 'team/b', b, 'bypassed')
    await expectFailure(404, objects.info(name, 'team/b', b))
  })
})
