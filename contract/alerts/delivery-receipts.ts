import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'

/** What carriers tell us by themselves of what they had taken. */
export const deliveryReceipts = {
  twilio: endpoint({
    method: 'POST',
    path: '/api/webhooks/twilio/{id}',
    summary:
      'Take a status callback of Twilio about a delivery, signed as its `X-Twilio-Signature` header says; 404 where Twilio is not set up',
    access: 'public',
    pace: 'telemetry',
    takes: 'application/x-www-form-urlencoded',
    /** Unread: the signature is of these very values. */
    body: z.string(),
  }),
}
