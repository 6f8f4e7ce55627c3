-- Keys of texts that were renamed: translations and their history follow. The first step frees names that the second takes.

create temporary table renamed_texts (step int, namespace text, old_key text, new_key text) on commit drop;
insert into renamed_texts values
  (1, 'emergency', 'actions.title', 'quickActions.title'),
  (1, 'emergency', 'actions.choosePerson', 'quickActions.choosePerson'),
  (2, 'access-review', 'acts', 'actions'),
  (2, 'access-review', 'rights.may', 'rights.permissions'),
  (2, 'access-review', 'rights.rows', 'rights.scope'),
  (2, 'conversations', 'voice.deaf', 'voice.notConfigured'),
  (2, 'conversations', 'voice.writing', 'voice.transcribing'),
  (2, 'emergency', 'acts.acknowledge', 'actions.acknowledge'),
  (2, 'emergency', 'acts.acknowledged', 'actions.acknowledged'),
  (2, 'emergency', 'acts.call', 'actions.call'),
  (2, 'emergency', 'acts.cancel', 'actions.cancel'),
  (2, 'emergency', 'acts.cancelled', 'actions.cancelled'),
  (2, 'emergency', 'acts.exclude', 'actions.exclude'),
  (2, 'emergency', 'acts.excluded', 'actions.excluded'),
  (2, 'emergency', 'acts.failed', 'actions.failed'),
  (2, 'emergency', 'acts.handOver', 'actions.handOver'),
  (2, 'emergency', 'acts.handedOver', 'actions.handedOver'),
  (2, 'emergency', 'acts.note', 'actions.note'),
  (2, 'emergency', 'acts.noted', 'actions.noted'),
  (2, 'emergency', 'acts.resolve', 'actions.resolve'),
  (2, 'emergency', 'acts.resolved', 'actions.resolved'),
  (2, 'emergency', 'acts.takeOver', 'actions.takeOver'),
  (2, 'emergency', 'acts.title', 'actions.title'),
  (2, 'emergency', 'callOff.label', 'cancel.label'),
  (2, 'emergency', 'callOff.leave', 'cancel.leave'),
  (2, 'emergency', 'callOff.title', 'cancel.title'),
  (2, 'emergency', 'help.takeBack', 'help.cancel'),
  (2, 'emergency', 'heralds.denied', 'alertNotifications.denied'),
  (2, 'emergency', 'heralds.notifications', 'alertNotifications.notifications'),
  (2, 'emergency', 'heralds.silent', 'alertNotifications.silent'),
  (2, 'emergency', 'heralds.sound', 'alertNotifications.sound'),
  (2, 'emergency', 'heralds.title', 'alertNotifications.title'),
  (2, 'emergency', 'heralds.try', 'alertNotifications.try'),
  (2, 'emergency', 'heralds.unsupported', 'alertNotifications.unsupported'),
  (2, 'emergency', 'queue.vain', 'queue.exhausted'),
  (2, 'emergency', 'rehearsal.gaps.nobody', 'rehearsal.gaps.no_recipients'),
  (2, 'kit', 'list.act', 'list.actions'),
  (2, 'ladders', 'often', 'repeats'),
  (2, 'kit', 'list.roomy', 'list.comfortable'),
  (2, 'kit', 'notThere', 'none'),
  (2, 'kit', 'proof.anchor', 'verification.anchor'),
  (2, 'kit', 'proof.broken', 'verification.broken'),
  (2, 'kit', 'proof.close', 'verification.close'),
  (2, 'kit', 'proof.copyAnchor', 'verification.copyAnchor'),
  (2, 'kit', 'proof.counts', 'verification.counts'),
  (2, 'kit', 'proof.download', 'verification.download'),
  (2, 'kit', 'proof.erased', 'verification.erased'),
  (2, 'kit', 'proof.failed', 'verification.failed'),
  (2, 'kit', 'proof.faults.chain_cut', 'verification.faults.chain_cut'),
  (2, 'kit', 'proof.faults.row_changed', 'verification.faults.row_changed'),
  (2, 'kit', 'proof.faults.row_forged', 'verification.faults.row_forged'),
  (2, 'kit', 'proof.faults.row_missing', 'verification.faults.row_missing'),
  (2, 'kit', 'proof.faults.seal_changed', 'verification.faults.seal_changed'),
  (2, 'kit', 'proof.faults.seal_missing', 'verification.faults.seal_missing'),
  (2, 'kit', 'proof.file', 'verification.file'),
  (2, 'kit', 'proof.going', 'verification.going'),
  (2, 'kit', 'proof.open', 'verification.open'),
  (2, 'kit', 'proof.row', 'verification.row'),
  (2, 'kit', 'proof.seal', 'verification.seal'),
  (2, 'kit', 'proof.span', 'verification.span'),
  (2, 'kit', 'proof.start', 'verification.start'),
  (2, 'kit', 'proof.stop', 'verification.stop'),
  (2, 'kit', 'proof.text', 'verification.text'),
  (2, 'kit', 'proof.title', 'verification.title'),
  (2, 'kit', 'proof.waiting', 'verification.waiting'),
  (2, 'kit', 'proof.whole', 'verification.whole'),
  (2, 'operations', 'goingOn', 'inProgress'),
  (2, 'palette', 'walk', 'navigate'),
  (2, 'resources', 'webhook-endpoints.acts.days', 'webhook-endpoints.actions.days'),
  (2, 'resources', 'webhook-endpoints.acts.failed', 'webhook-endpoints.actions.failed'),
  (2, 'resources', 'webhook-endpoints.acts.hours', 'webhook-endpoints.actions.hours'),
  (2, 'resources', 'webhook-endpoints.acts.openLog', 'webhook-endpoints.actions.openLog'),
  (2, 'resources', 'webhook-endpoints.acts.pause', 'webhook-endpoints.actions.pause'),
  (2, 'resources', 'webhook-endpoints.acts.paused', 'webhook-endpoints.actions.paused'),
  (2, 'resources', 'webhook-endpoints.acts.replay', 'webhook-endpoints.actions.replay'),
  (2, 'resources', 'webhook-endpoints.acts.replayFailed', 'webhook-endpoints.actions.replayFailed'),
  (2, 'resources', 'webhook-endpoints.acts.replayText', 'webhook-endpoints.actions.replayText'),
  (2, 'resources', 'webhook-endpoints.acts.replayTitle', 'webhook-endpoints.actions.replayTitle'),
  (2, 'resources', 'webhook-endpoints.acts.replayed', 'webhook-endpoints.actions.replayed'),
  (2, 'resources', 'webhook-endpoints.acts.replayedCount', 'webhook-endpoints.actions.replayedCount'),
  (2, 'resources', 'webhook-endpoints.acts.resume', 'webhook-endpoints.actions.resume'),
  (2, 'resources', 'webhook-endpoints.acts.resumed', 'webhook-endpoints.actions.resumed'),
  (2, 'resources', 'webhook-endpoints.acts.rotate', 'webhook-endpoints.actions.rotate'),
  (2, 'resources', 'webhook-endpoints.acts.rotateText', 'webhook-endpoints.actions.rotateText'),
  (2, 'resources', 'webhook-endpoints.acts.rotateTitle', 'webhook-endpoints.actions.rotateTitle'),
  (2, 'resources', 'webhook-endpoints.acts.rotated', 'webhook-endpoints.actions.rotated'),
  (2, 'resources', 'webhook-endpoints.acts.since', 'webhook-endpoints.actions.since'),
  (2, 'resources', 'webhook-endpoints.acts.test', 'webhook-endpoints.actions.test'),
  (2, 'resources', 'webhook-endpoints.acts.tested', 'webhook-endpoints.actions.tested'),
  (2, 'translations', 'acts.approve', 'actions.approve'),
  (2, 'translations', 'acts.import', 'actions.import'),
  (2, 'translations', 'acts.reject', 'actions.reject'),
  (2, 'translations', 'acts.roll_back', 'actions.roll_back'),
  (2, 'translations', 'acts.save', 'actions.save'),
  (2, 'translations', 'acts.submit', 'actions.submit'),
  (2, 'translations', 'failedAct', 'actionFailed'),
  (2, 'voices', 'abilities.deaf', 'abilities.notConfigured'),
  (2, 'voices', 'abilities.listens', 'abilities.transcribes'),
  (2, 'voices', 'panel.sentence', 'panel.previewText'),
  (2, 'voices', 'panel.usual', 'panel.default');

alter table translation_revisions disable trigger translation_revisions_stay;

do $$
begin
  for current_step in 1..2 loop
    insert into translations (language, namespace, key, status, forms, author_id, published, published_source, version, updated_at)
    select t.language, t.namespace, r.new_key, t.status, t.forms, t.author_id, t.published, t.published_source, t.version, t.updated_at
    from translations t join renamed_texts r on (r.namespace, r.old_key) = (t.namespace, t.key)
    where r.step = current_step
    on conflict do nothing;

    update translation_revisions v set key = r.new_key
    from renamed_texts r where r.step = current_step and (r.namespace, r.old_key) = (v.namespace, v.key);

    delete from translations t using renamed_texts r
    where r.step = current_step and (r.namespace, r.old_key) = (t.namespace, t.key);

    update text_descriptions d set key = r.new_key
    from renamed_texts r where r.step = current_step and (r.namespace, r.old_key) = (d.namespace, d.key);
  end loop;
end
$$;

alter table translation_revisions enable trigger translation_revisions_stay;
