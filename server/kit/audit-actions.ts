/**
 * All actions that the server writes to the activity log. Clients may not use these names; entries of the server are
 * checked against this list at compile time.
 */
export const serverActions = [
  // Permissions
  'list',
  'show',
  'create',
  'update',
  'delete',
  'trigger',
  'approve',
  // Records
  'view',
  'restore',
  'repeat',
  'export',
  'erase',
  'expire',
  'import',
  'bulk_update',
  'bulk_delete',
  'bulk_undo',
  'bulk_cancel',
  'bulk_finish',
  'conflict',
  'sync',
  // Accounts
  'accept',
  'login',
  'login_failed',
  'logout',
  'register',
  'password_changed',
  'password_reset',
  'email_verified',
  'session_revoked',
  'sessions_revoked',
  'step_up',
  'step_up_failed',
  'two_factor_started',
  'two_factor_enabled',
  'two_factor_disabled',
  'two_factor_reset',
  'backup_codes_renewed',
  'passkey_started',
  'passkey_added',
  'passkey_renamed',
  'passkey_removed',
  'identity_linked',
  'role_mapped',
  // Billing
  'authenticate',
  'cancel',
  'pay',
  // Alerts, devices and care
  'acknowledge',
  'unacknowledge',
  'clear',
  'exclude',
  'exhaust',
  'hand_over',
  'locate',
  'note',
  'notify',
  'notify_fail',
  'quick_call',
  'rearm',
  'record_delivery',
  'report',
  'resolve',
  'review',
  'send',
  'test',
  'ladder_late',
  'ladder_recovered',
  'ladder_set_aside',
  // Translations
  'describe',
  'import_check',
  'propose',
  'reject',
  'discard',
  'dismiss_finding',
  'restore_finding',
  'roll_back',
  'save',
  'submit',
  // Rules on figures
  'change_state',
  'mute',
  'unmute',
  // Webhooks
  'pause',
  'resume',
  'rotate_secret',
  'replay',
  'suspend',
  'disable',
] as const
export type ServerAction = (typeof serverActions)[number]

const reserved = new Set<string>(serverActions)

/** Whether a client's action resembles one of the server's, ignoring case, spaces and character width. */
export const isReservedAction = (action: string) =>
  reserved.has(
    action
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
      .replaceAll(/^_|_$/g, ''),
  )
