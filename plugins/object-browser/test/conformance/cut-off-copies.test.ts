import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert } from '../../../../test/lib/suite.ts'
import { type Items, OBJECT_COUNT, onEveryTarget, useTarget, victims } from './cut-off.ts'

onEveryTarget('interrupted copies', (test, name) => {
  const { target, send, crash, done, bucketOf, keysOf, read, fill } = useTarget(test, name)

  for (const victim of victims[name])
    test(`moves and restores leave every object complete when the ${victim} is killed, and can be resumed`, async () => {
      const bucket = await bucketOf({ versioning: true })
      const names = Array.from({ length: OBJECT_COUNT }, (_, at) => String(at).padStart(3, '0'))
      await fill(
        bucket,
        names.map((key) => `0/${key}`),
      )
      const copy = (objects: object[], more: object) =>
        send('POST', `/api/v1/buckets/${bucket}/copy-objects`, { objects, existing: 'replace', ...more })
      /**
       * Kills during calls until one is interrupted, and returns its round. `begin` starts the next call and returns
       * the keys it creates.
       */
      const cutOff = async (begin: (round: number) => Promise<{ call: Promise<unknown>; created: string[] }>) => {
        for (let round = 0; ; round += 1) {
          const { call, created } = await begin(round)
          const succeeded = call.then(
            () => true,
            () => false,
          )
          for (let seen = 0; seen === 0; seen = (await keysOf(bucket)).filter((key) => created.includes(key)).length);
          await crash(victim)
          if (!(await succeeded)) return round
        }
      }
      const listKeys = async () => {
        const keys = await keysOf(bucket)
        for (const key of keys) assert.is(String(await read(bucket, key)), 'content', key)
        return keys
      }
      const round = await cutOff(async (turn) => ({
        call: copy(
          names.map((key) => ({ path: `${turn}/${key}`, to: `${turn + 1}/${key}` })),
          { mode: 'move' },
        ).then(({ status }) => assert.is(status, 200)),
        created: names.map((key) => `${turn + 1}/${key}`),
      }))
      const [from, to] = [`${round}/`, `${round + 1}/`]
      const remainingKeys = (await listKeys())
        .filter((key) => key.startsWith(from))
        .map((key) => key.slice(from.length))
      const copiedKeys = (await keysOf(bucket)).filter((key) => key.startsWith(to)).map((key) => key.slice(to.length))
      assert.equal([...new Set([...remainingKeys, ...copiedKeys])].sort(), names)
      /**
       * Completes the unfinished objects. A killed server may be unable to write an object it was writing; that one is
       * reported, and the others are completed.
       */
      const resume = async (objects: { path: string; to: string }[], more: object) => {
        if (objects.length === 0) return []
        const { status, text, json } = await copy(objects, more)
        assert.is(status, 200, text)
        const { failed } = json as { failed: { path: string; message: string }[] }
        if (victim === 'console') assert.equal(failed, [])
        for (const { path, message } of failed)
          assert.is(message, 'Too few drives of the storage server could write this', path)
        assert.ok(failed.length < objects.length)
        return failed.map(({ path }) => path)
      }
      const unmoved = await resume(
        remainingKeys.map((key) => ({ path: from + key, to: to + key })),
        { mode: 'move' },
      )
      assert.equal(
        (await listKeys()).filter((key) => !key.startsWith(from)),
        names.filter((key) => !unmoved.includes(from + key)).map((key) => to + key),
      )

      const versions = async () => {
        const { objects } = (await done(
          'GET',
          `/api/v1/buckets/${bucket}/objects?recursive=true&with_versions=true&prefix=${to}`,
        )) as Items
        return new Map(
          (objects ?? [])
            .filter(({ is_delete_marker }) => !is_delete_marker)
            .map((item) => [item.name, item.version_id]),
        )
      }
      const objectsToRestore = async () =>
        [...(await versions())].map(([path, version_id]) => ({ path, version_id, to: path }))
      await cutOff(async () => {
        await done(
          'POST',
          `/api/v1/buckets/${bucket}/delete-objects`,
          names.map((key) => ({ path: to + key })),
        )
        return {
          call: copy(await objectsToRestore(), {}).then(({ status }) => assert.is(status, 200)),
          created: names.map((key) => to + key),
        }
      })
      await listKeys()
      const unwritable = await resume(await objectsToRestore(), {})
      const restored = names
        .map((key) => to + key)
        .filter((key) => !unwritable.includes(key) && !unmoved.includes(key.replace(to, from)))
      assert.equal(
        (await listKeys()).filter((key) => key.startsWith(to) && !unwritable.includes(key)),
        restored,
      )
    })

  test('a restore interrupted by lost drives reports what remains, keeps acknowledged objects, and can be resumed', async () => {
    const bucket = await bucketOf({ versioning: true })
    const names = Array.from({ length: OBJECT_COUNT }, (_, at) => `in/${String(at).padStart(3, '0')}`)
    await fill(bucket, names)
    const { objects: stored } = (await done(
      'GET',
      `/api/v1/buckets/${bucket}/objects?recursive=true&with_versions=true`,
    )) as Items
    const versions = new Map(stored?.map(({ name: key, version_id }) => [key, version_id]))
    const restore = (keys: readonly string[]) =>
      send('POST', `/api/v1/buckets/${bucket}/copy-objects`, {
        objects: keys.map((key) => ({ path: key, version_id: versions.get(key), to: key })),
        existing: 'replace',
      })
    // with two of four drives, objects can be read but not written
    const drives = target().storage
      ? ['drive1', 'drive2'].map((drive) => join(target().storage!.folder!, drive))
      : [join(target().server.dataFolder, 'blobs')]
    const [first, second] = [names.slice(0, OBJECT_COUNT / 2), names.slice(OBJECT_COUNT / 2)]
    const cutOff = async () => {
      for (;;) {
        await done(
          'POST',
          `/api/v1/buckets/${bucket}/delete-objects`,
          names.map((path) => ({ path })),
        )
        assert.equal((await restore(first)).json, { done: first.length, failed: [] })
        const call = restore(second)
        while ((await keysOf(bucket)).length === first.length);
        for (const drive of drives) {
          renameSync(drive, `${drive}-away`)
          // a server recreates the missing file
          writeFileSync(drive, '')
        }
        const response = await call
        for (const drive of drives) {
          rmSync(drive, { recursive: true })
          renameSync(`${drive}-away`, drive)
        }
        if (response.status !== 200 || (response.json as { failed: unknown[] }).failed.length > 0) return response
      }
    }
    const { status, text, json } = await cutOff()
    // the kill leaves the call without an acknowledgment
    const { failed } =
      status === 200
        ? (json as { failed: { path: string; message: string }[] })
        : { failed: second.map((path) => ({ path, message: text })) }
    for (const { message } of failed)
      assert.match(
        message,
        /Too few drives of the storage server|The data folder of the storage|missing from the data folder/,
      )
    const listKeys = async () => {
      const keys = await keysOf(bucket)
      for (const key of keys) assert.is(String(await read(bucket, key)), 'content', key)
      return keys
    }
    const restoredKeys = await listKeys()
    const remainingKeys = names.filter((key) => !restoredKeys.includes(key))
    assert.equal(
      remainingKeys.filter((key) => !failed.some(({ path }) => path === key)),
      [],
    )
    if (remainingKeys.length > 0)
      assert.equal((await restore(remainingKeys)).json, { done: remainingKeys.length, failed: [] })
    assert.equal(await listKeys(), names)
  })
})
