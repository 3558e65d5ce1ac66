import Pin from 'lucide-react/icons/pin'
import PinOff from 'lucide-react/icons/pin-off'
import { displayName } from '../core/protocol/format.ts'
import { type Pin as PinnedPage, usePins } from './pins.ts'
import { IconButton } from './button.tsx'

/** Pins a page to the sidebar, or unpins it. */
export const PinButton = ({ of }: { of: PinnedPage }) => {
  const { isPinned, full, toggle } = usePins()
  const isOn = isPinned(of.href)
  return (
    <IconButton
      icon={isOn ? PinOff : Pin}
      label={`${isOn ? 'Unpin' : 'Pin'} ${displayName(of.label)}`}
      where="browser"
      disabled={!isOn && full}
      onPress={() => toggle(of)}
    />
  )
}
