import { plugins } from '../contract.ts'
import { PluginList } from './plugin-list.tsx'

export default function Plugins() {
  return <PluginList call={plugins.list} />
}
