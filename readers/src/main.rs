//! Reads every `.ldtk`, `.tmx`, `.world`, `.glb` and `.vox` file below some folders, each with a
//! reader that others wrote, and says which cannot be read. Exit code 1 if there is any.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        found.push(folder.to_owned());
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => files(&path, found),
            false => found.push(path),
        }
    }
}

/// What a reader says of a file; none if no reader is for it.
fn read(path: &Path) -> Option<Result<String, String>> {
    let ending = path.extension()?.to_str()?;
    Some(match ending {
        "ldtk" => ldtk(path),
        "tmx" => {
            let map = tiled::Loader::new().load_tmx_map(path);
            map.map(|map| format!("{} layers", map.layers().len()))
                .map_err(|error| error.to_string())
        }
        "world" => {
            let world = tiled::Loader::new().load_world(path);
            world
                .map(|world| format!("{} maps", world.maps.len()))
                .map_err(|error| error.to_string())
        }
        "glb" => glb(path),
        "vox" => vox(path),
        _ => return None,
    })
}

fn ldtk(path: &Path) -> Result<String, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let project: ldtk2::Ldtk =
        ldtk2::serde_json::from_str(&text).map_err(|error| error.to_string())?;
    Ok(format!("{} levels", project.levels.len()))
}

fn glb(path: &Path) -> Result<String, String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    let file = gltf::Gltf::from_slice(&bytes).map_err(|error| error.to_string())?;
    let blob = file.blob.as_deref().unwrap_or(&[]);
    let mut corners = 0;
    for mesh in file.meshes() {
        for part in mesh.primitives() {
            let reader = part.reader(|_| Some(blob));
            let count = reader.read_positions().map_or(0, Iterator::count);
            let indices = reader.read_indices().ok_or("a mesh without indices")?;
            if indices.into_u32().any(|index| index as usize >= count) {
                return Err("an index outside its corners".to_owned());
            }
            corners += count;
        }
    }
    Ok(format!("{} nodes, {corners} corners", file.nodes().len()))
}

fn vox(path: &Path) -> Result<String, String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    let file = dot_vox::load_bytes(&bytes).map_err(str::to_owned)?;
    for model in &file.models {
        let size = [model.size.x, model.size.y, model.size.z];
        for voxel in &model.voxels {
            let at = [voxel.x, voxel.y, voxel.z].map(u32::from);
            if (0..3).any(|i| at[i] >= size[i]) {
                return Err("a voxel outside its model".to_owned());
            }
        }
    }
    let shapes = file
        .scenes
        .iter()
        .filter(|node| matches!(node, dot_vox::SceneNode::Shape { .. }));
    let shapes = shapes.count();
    match shapes == file.models.len() {
        true => Ok(format!("{shapes} models")),
        false => Err(format!("{shapes} shapes and {} models", file.models.len())),
    }
}

fn main() -> ExitCode {
    let mut found = Vec::new();
    std::env::args_os()
        .skip(1)
        .for_each(|folder| files(Path::new(&folder), &mut found));
    found.sort();
    let (mut good, mut bad) = (0, 0);
    for path in found {
        // A reader that panics has not read the file.
        let answer = std::panic::catch_unwind(|| read(&path))
            .unwrap_or(Some(Err("the reader panicked".to_owned())));
        match answer {
            None => {}
            Some(Ok(_)) => good += 1,
            Some(Err(error)) => {
                bad += 1;
                println!("BAD {}: {}", path.display(), error.replace('\n', " "));
            }
        }
    }
    println!("{good} files read, {bad} not");
    if bad == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    }
}
