import type { NotificationProvider } from '@refinedev/core'
import i18next from 'i18next'
import { say, unsay } from '#kit/toasts.ts'

/** Refine's messages, said by the console's own toasts. */
export const notificationProvider: NotificationProvider = {
  open: ({ key, message, description, type, cancelMutation, undoableTimeout }) =>
    say({
      ...(key && { key }),
      tone: type === 'success' ? 'good' : type === 'error' ? 'bad' : 'info',
      text: message,
      ...(description && { detail: description }),
      ...(cancelMutation && { action: { text: i18next.t('undo'), run: cancelMutation } }),
      ...(undoableTimeout && { lasts: undoableTimeout * 1_000 }),
    }),
  close: unsay,
}
