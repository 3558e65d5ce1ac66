import { withApp } from '../lib/app.mjs'

const load = await withApp(['test/shots/shots.ts'])
const { shoot } = await load('test/shots/shots.ts')
await shoot('docs/pictures')
