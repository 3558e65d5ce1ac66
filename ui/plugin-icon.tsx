import type { LucideIcon } from 'lucide-react'
import Square from 'lucide-react/icons/square'
import { Component } from 'react'
import { Icon } from './icon.tsx'
import { iconFailed } from './messages.ts'

type PluginIconProps = { of: LucideIcon; label: string }

/** Icon of an entry that a plugin declares. A square replaces one that throws, which would end the whole window. */
export class PluginIcon extends Component<PluginIconProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    console.error(iconFailed(this.props.label), error)
  }

  override render() {
    return <Icon of={this.state.failed ? Square : this.props.of} />
  }
}
