import type { Protocol } from './protocol.ts'

export const english: Protocol = {
  replies: {
    medical: [
      'This sounds like an emergency. I am only a program, so please {emergency} now, or press your help button. Sit down, unlock the door if you can, and tell me: is anybody with you?',
      'Please do not wait any longer: {emergency}, or press your help button. Keep still and breathe slowly. I am staying with you. Is it getting better or worse?',
    ],
    fall: [
      'I am sorry that you fell. Please do not force yourself up. Are you in pain, did you hit your head, can you move? If anything hurts, {emergency} or press your help button, and keep warm.',
      'I am still here with you. Lie as comfortably as you can, and do not try to stand. If the pain gets worse, {emergency} or press your help button.',
    ],
    self_harm: [
      'Thank you for telling me, that took courage, and I take it seriously. Are you thinking of ending your life now? Have you taken or done anything already? I am a program and stay here with you, and you deserve a person as well: if you are in danger now, {emergency}.',
      'I am still here, and you matter. Please put whatever could harm you out of reach, and go to somebody or call somebody you trust. Are you safe at this moment? If not, {emergency}.',
    ],
    abuse: [
      'I believe you. That is not right, and it is not your fault. Are you safe at this moment, and is that person near you? If you are in danger now, {emergency}.',
      'You did well to tell me, and it stays true that nobody may treat you like that. Is there a room where you feel safe? If it happens again, {emergency}.',
    ],
    third_party: [
      'Thank you for looking out for somebody else. Are they in danger right now, are they awake and breathing? If they are in danger, {emergency} now, and stay with them only where you are safe yourself.',
      'You are doing the right thing. You may ask them directly whether they think of suicide; asking does not make it worse. If there is danger, {emergency}. How are you yourself?',
    ],
    medication: [
      'Thank you for telling me. Please take nothing more for now. What did you take, how much, and when? Your pharmacist or doctor can tell what is safe: please call them with the box at hand. If you feel unwell, {emergency}.',
      'Please leave the medication where it is until a pharmacist, a doctor or a nurse has told you what to do. Do you feel dizzy, sleepy or sick? Then {emergency}.',
    ],
    distress: [
      'I hear how much this is, and I am glad that you tell me. You are not alone with it at this moment. Do you also think of not wanting to live any more? You may say it plainly here.',
      'I am still with you. Let us breathe slowly, in and out. Who could be with you today, or talk with you on the telephone?',
    ],
    loneliness: [
      'I am glad that you tell me. That is a heavy feeling, and it counts. I am only a program, and you deserve people around you. Whom would you most like to hear from?',
      'That weighs a lot. Shall we think of one person whom you could ring today?',
    ],
    confusion: [
      'You are not in trouble, and we have time. Please sit down for a moment and stay where you are. What can you see around you?',
      'I am still here. Stay seated, and have a sip of water if there is some by you. If you are outside or feel in danger, {emergency}.',
    ],
  },
  line: {
    dayAndNight: 'You can also talk with {name}, day and night: {number}.',
    withHours: 'You can also talk with {name}, at the hours when it is open: {number}.',
  },
  emergency: { known: 'call {number}', unknown: 'call the emergency number' },
  informed: [
    'I am letting the people who look after you know now.',
    'The people who look after you have been alerted.',
  ],
}
