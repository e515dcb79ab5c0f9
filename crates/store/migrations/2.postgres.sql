-- Eight parts of each table of zones.
DO $$
DECLARE
    of_zones TEXT;
BEGIN
    FOREACH of_zones IN ARRAY ARRAY['zones', 'zone_connections', 'zone_cells', 'zone_properties', 'zone_events'] LOOP
        FOR part IN 0..7 LOOP
            EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS 8, REMAINDER %s)',
                of_zones || '_' || part, of_zones, part);
        END LOOP;
    END LOOP;
END $$;
-- Ids continue after those of worlds from before.
SELECT setval(pg_get_serial_sequence('editions', 'edition_id'),
    GREATEST((SELECT coalesce(max(edition_id), 0) FROM Editions), 1));
