import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useEffect, useState } from 'react'
import { showError, showToast } from '../core/web/toasts.ts'
import { Failure } from '../core/protocol/failure.ts'
import { IconButton } from './button.tsx'
import { copyByHand, browserRefusesCopy } from './messages.ts'
import { Menu } from './menu.tsx'

/** On plain HTTP there is no clipboard API, but a copy event can still be filled. */
const copyByEvent = (text: string) => {
  const onCopy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('copy', onCopy, { capture: true })
  const isCopied = document.execCommand('copy')
  document.removeEventListener('copy', onCopy, { capture: true })
  return isCopied
}

const copyText = async (text: string) => {
  if (!window.isSecureContext) return copyByEvent(text)
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => copyByEvent(text),
  )
}

const showBlocked = () => showError(new Failure(0, browserRefusesCopy, { detail: copyByHand }))

/** A text to copy, and what it is: "S3 URI". */
export type Copyable = { label: string; text: string }

/** Copies a text and shows a toast. */
export const copy = async ({ label, text }: Copyable) =>
  (await copyText(text)) ? showToast(`${label} copied`) : showBlocked()

/** Whether something was copied in the last two seconds, and a function that copies a text and returns its success. */
export const useCopied = (onCopied?: () => void) => {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async (text: string) => {
    const isCopied = await copyText(text)
    if (isCopied) {
      setCopied(true)
      onCopied?.()
    } else showBlocked()
    return isCopied
  }
  return [copied, copy] as const
}

type CopyButtonProps = { text: string; label: string; look?: 'plain' | 'bordered'; onCopied?: (() => void) | undefined }

/** Copies `text`; `label` says what it is ("Copy access key"). Shows "Copied" for two seconds. */
export const CopyButton = ({ text, label, look, onCopied }: CopyButtonProps) => {
  const [copied, copy] = useCopied(onCopied)
  return (
    <IconButton
      icon={copied ? Check : Copy}
      label={copied ? 'Copied' : label}
      onPress={() => void copy(text)}
      {...(look && { look })}
    />
  )
}

/** Copies one of several texts of an object, chosen from a menu. */
export const CopyMenu = ({ label, of }: { label: string; of: readonly Copyable[] }) => (
  <Menu
    label={label}
    trigger={{ icon: Copy }}
    items={of.map((one) => ({ label: `Copy ${one.label}`, icon: Copy, onSelect: () => void copy(one) }))}
  />
)
