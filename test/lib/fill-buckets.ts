import { createEmbeddedEngine } from '../../engines/embedded/engine.ts'
import { nextOrder, objectKey } from '../../engines/embedded/store/keys.ts'
import { openStore } from '../../engines/embedded/store/store.ts'
import { actAs } from './ports.ts'
import type { KeyPair } from './server.ts'

const batch = 5000

/** Fills a data folder with buckets of the given number of keys below `logs/`; only the index has them. */
export const fillBuckets = async (folder: string, root: KeyPair, sizes: Readonly<Record<string, number>>) => {
  const engine = await createEmbeddedEngine({ folder, root })
  const { buckets } = await actAs(engine, await engine.login(root))
  for (const name of Object.keys(sizes)) await buckets.add({ name, versioning: false, locking: false })
  await engine.close()

  const { index, close } = await openStore(folder)
  for (const [name, size] of Object.entries(sizes)) {
    const id = index.buckets.get(name)?.id ?? 0
    for (let at = 0; at < size; at += batch) {
      await index.write(() => {
        for (let n = at; n < Math.min(at + batch, size); n += 1) {
          const key = objectKey(id, `logs/object-${String(n).padStart(7, '0')}.json`)
          void index.objects.put(key, {
            order: nextOrder(undefined),
            size: 1024,
            modified: Date.now(),
            etag: '"e"',
            type: 'application/json',
          })
        }
        void index.usage.put(id, { size: size * 1024, objects: size, versions: size })
      })
    }
  }
  await close()
}
